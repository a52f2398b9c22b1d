import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { page } from "../../adminFixtures";
import { mockAccess, policyEntry, policyId } from "../accessFixtures";
import { PoliciesScreen } from "./PoliciesScreen";

const address = "/admin/api_access_policies";

function show(asPath = address) {
  const query = Object.fromEntries(new URL(asPath, "http://a.test").searchParams);
  return render(<PoliciesScreen />, { pathname: address, asPath, query });
}

describe("the list of policies", () => {
  it("says what each policy allows, by the names of the records, and leads to its page", async () => {
    mockAccess();
    show();
    const link = await screen.findByRole("link", { name: /Premium Treasuries/ });
    expect(link).toHaveAttribute("href", `${address}/${policyId}`);
    expect(
      await screen.findByText(
        "Holders may list, read and export assets and time series of U.S. Treasuries, up to 50,000 rows an answer",
      ),
    ).toBeInTheDocument();
  });

  it("marks drafts, denials and what the installation manages", async () => {
    mockAccess({
      "accessPolicies.list": () => ({
        results: [
          policyEntry({
            status: "draft",
            effect: "deny",
            managed: true,
            limits: { export_formats: [] },
          }),
        ],
        pagination: page,
      }),
    });
    show();
    const row = (await screen.findByRole("link", { name: /Premium Treasuries/ })).closest("tr");
    expect(row).not.toBeNull();
    const cells = within(row as HTMLElement);
    for (const mark of ["Draft", "Deny", "Managed"]) {
      expect(cells.getByText(mark)).toBeInTheDocument();
    }
  });

  it("searches names and descriptions, and filters by status", async () => {
    const inputs: unknown[] = [];
    mockAccess({
      "accessPolicies.list": (input) => {
        inputs.push(input);
        return { results: [policyEntry()], pagination: page };
      },
    });
    show(`${address}?filter=search:contains:treas&filter=status:is:active`);
    await screen.findByRole("link", { name: /Premium Treasuries/ });
    expect(inputs.at(-1)).toMatchObject({ sort: { field: "name", direction: "asc" } });
    expect(JSON.stringify(inputs.at(-1))).toContain('"field":"description","value":"%treas%"');
  });

  it("says what to do without any policy, and why none could be loaded", async () => {
    mockAccess({
      "accessPolicies.list": () => ({ results: [], pagination: { ...page, resultCount: 0 } }),
    });
    const { unmount } = show();
    expect(await screen.findByText("No access policies yet")).toBeInTheDocument();
    unmount();
    mockAccess({ "accessPolicies.list": () => new CallFailure("FORBIDDEN", 403) });
    show();
    expect(await screen.findByText("Access policies could not be loaded")).toBeInTheDocument();
  });
});
