import { renderHook, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Investment, Query, ResourceMeta } from "@/api/contract";
import { useOpenExplanation } from "@/app-state/numberExplanation";
import { fieldMeta } from "@/testing/catalogFixtures";
import { sampleCountry, sampleOffer } from "@/testing/lawFixtures";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { firstYearCost, InvestScreen } from "./InvestScreen";

const meta: ResourceMeta = {
  resource: "investments",
  key: "id",
  defaultSort: { field: "name", direction: "asc" },
  referencedBy: [],
  fields: [
    fieldMeta("name", "text"),
    fieldMeta("asset_class_slug", "slug"),
    fieldMeta("investor_types", "list", {
      validValues: [
        { value: "retail", label: "Retail", meaning: "" },
        { value: "institutional", label: "Institutional", meaning: "" },
      ],
    }),
  ],
};

function page<Row>(results: Row[], total = results.length) {
  const pagination = { page: 1, perPage: 50, pageCount: 1, resultCount: total, nextCursor: null };
  return { results, pagination };
}

function answering(offers: Investment[] = [sampleOffer()]) {
  const requests: Query[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "countries.list": () => page([sampleCountry()]),
      "networks.list": () => page([]),
      "investments.meta": () => meta,
      "investments.list": (input) => {
        requests.push(input);
        return page(offers, input.filter ? offers.length : offers.length + 2);
      },
    }),
  );
  return requests;
}

function show(search = "") {
  return render(<InvestScreen />, { asPath: `/invest${search}`, pathname: "/invest" });
}

describe("what can be invested in", () => {
  it("says that nothing is offered, marks samples and leads out with a mark", async () => {
    answering();
    show();
    expect(screen.getByRole("note")).toHaveTextContent("Not an offer and not investment advice");
    const name = await screen.findByText("Offer 1 of Alder (sample)");
    const row = name.closest("tr") ?? document.body;
    expect(within(row).getByText("Sample")).toBeInTheDocument();
    expect(within(row).getByText("Live")).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: /other site/ })).toHaveAttribute(
      "rel",
      "noopener noreferrer nofollow",
    );
  });

  it("asks for offers that do not turn the visitor away, and counts those that do", async () => {
    const requests = answering();
    show("?country=CH&investor_type=retail&availability=live");
    await screen.findByText("Offer 1 of Alder (sample)");
    const or = (field: string, value: string) => ({
      operator: "or",
      filters: [
        { operator: "equals", field, value },
        { operator: "equals", field, value: null },
      ],
    });
    await waitFor(() =>
      expect(requests).toContainEqual(
        expect.objectContaining({
          filter: {
            operator: "and",
            filters: [
              {
                operator: "and",
                filters: [
                  { operator: "notEquals", field: "excluded_country_codes", value: "CH" },
                  or("eligible_country_codes", "CH"),
                  or("investor_types", "retail"),
                ],
              },
              { operator: "equals", field: "availability", value: "live" },
            ],
          },
        }),
      ),
    );
  });

  it("shows what each offer says to the visitor", async () => {
    answering([sampleOffer({ eligible_country_codes: ["CH"] })]);
    const { user } = show("?country=CH");
    const mark = await screen.findByRole("button", { name: /^Allowed: Offer 1/ });
    await user.click(mark);
    const why = screen.getByRole("dialog", { name: /^Why/ });
    expect(within(why).getByText(/lists Switzerland/)).toBeInTheDocument();
    expect(within(why).getByText("KYC is required.")).toBeInTheDocument();
    expect(await screen.findByText("and are hidden.")).toHaveTextContent(
      "2 offers are not open to you and are hidden.",
    );
    const count = screen.getByRole("button", { name: /^Explain, Hidden, 2 offers/ });
    await user.click(count);
    expect(count).toHaveAttribute("aria-pressed", "true");
  });

  it("leads from what a year costs to the fees that it is made of", async () => {
    answering([sampleOffer({ redemption_fee_bps: 10 })]);
    const shown = renderHook(() => useOpenExplanation()).result;
    const { user } = render(<InvestScreen />, { asPath: "/invest", pathname: "/invest" });
    await user.click(await screen.findByText("0.60%"));
    const offer = { kind: "fact", of: "investments", slug: "offer-1-sample" };
    expect(shown.current).toMatchObject({
      kind: "several",
      items: [
        { name: "Management fee", figure: "0.50%", number: offer },
        { name: "Redemption fee", figure: "0.10%", number: offer },
      ],
      method: expect.stringContaining("this is a minimum"),
      figure: "0.60%",
    });
  });

  it("keeps the choices in the address", async () => {
    answering();
    const { user, router } = show("?page=2");
    await screen.findByText("Offer 1 of Alder (sample)");
    await user.click(screen.getByRole("radio", { name: "Upcoming" }));
    expect(router.push).toHaveBeenLastCalledWith(
      "/invest?availability=upcoming",
      undefined,
      expect.anything(),
    );
  });

  it("adds up what a year costs, and says when a fee is not disclosed", () => {
    expect(firstYearCost(sampleOffer())).toEqual({ points: 50, whole: false });
    const charged = sampleOffer({ subscription_fee_bps: 10, redemption_fee_bps: 0 });
    expect(firstYearCost(charged)).toEqual({ points: 60, whole: true });
    expect(firstYearCost(sampleOffer({ management_fee_bps: null })).points).toBeNull();
  });
});
