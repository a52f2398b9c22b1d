import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { where } from "@/api/listQuery";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { loanListing } from "../listings/creditListings";
import { RelatedList } from "./RelatedList";

const pagination = { page: 1, perPage: 20, pageCount: 1, resultCount: 0, nextCursor: null };

it("saves all of its rows, under the same condition, as a file of the server", async () => {
  const requests: URL[] = [];
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": () => [],
      "loans.list": () => ({ results: [], pagination }),
      "loans.meta": () => ({ resource: "loans", fields: [] }) as never,
    }),
    http.get("*/api/download/*", ({ request }) => {
      requests.push(new URL(request.url));
      return HttpResponse.text("slug\r\n", { headers: { "assay-rows": "0" } });
    }),
  );
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:test", revokeObjectURL: vi.fn() }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const only = where("platform_slug", "equals", "alder");
  const { user } = render(<RelatedList listing={loanListing} only={only} all="/loans" />);
  await user.click(await screen.findByRole("button", { name: "CSV" }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.pathname).toBe("/api/download/loans.csv");
  expect(requests[0]?.searchParams.get("query")).toContain('"platform_slug"');
});
