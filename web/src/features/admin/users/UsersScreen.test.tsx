import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, page, sampleUser, userId } from "../adminFixtures";
import { OrganizationsScreen } from "../organizations/OrganizationsScreen";
import { UsersScreen } from "./UsersScreen";

function show(asPath = "/admin/users") {
  return render(<UsersScreen />, { asPath, pathname: "/admin/users" });
}

describe("the list of users", () => {
  it("shows them and leads to their pages", async () => {
    mockServer();
    show();
    const link = await screen.findByRole("link", { name: /ada@harbour\.example/ });
    expect(link).toHaveAttribute("href", `/admin/users/${userId}`);
    const grid = screen.getByRole("grid", { name: "Users" });
    expect(within(grid).getByText("Harbour (sample)")).toBeInTheDocument();
    expect(within(grid).getByText("1 of 7")).toHaveAttribute("title", "API keys");
  });

  it("asks the server for what the address says", async () => {
    const requests = mockServer();
    show("/admin/users?filter=search:contains:a_d&filter=role:is:ADMIN&sort=email&page=2");
    await screen.findByRole("link", { name: /ada@harbour\.example/ });
    expect(requests).toEqual([
      [
        "list",
        {
          filter: {
            operator: "and",
            filters: [
              {
                operator: "or",
                filters: [
                  { operator: "ilike", field: "email", value: "%a\\_d%" },
                  { operator: "ilike", field: "name", value: "%a\\_d%" },
                ],
              },
              { operator: "equals", field: "role", value: "ADMIN" },
            ],
          },
          sort: { field: "email", direction: "asc" },
          pagination: { page: 2, perPage: 50 },
        },
      ],
    ]);
  });

  it("shows who stands out", async () => {
    const results = [
      sampleUser({ role: "ADMIN" }),
      sampleUser({ id: "2", email: "b@harbour.example", state: "deactivated", features: [] }),
    ];
    mockServer({ "adminUsers.list": () => ({ results, pagination: page }) });
    show();
    expect(await screen.findByText("Administrator")).toBeInTheDocument();
    expect(screen.getByText("Deactivated")).toBeInTheDocument();
    expect(screen.getByText("All")).toBeInTheDocument();
    expect(screen.getByText("No features enabled")).toBeInTheDocument();
  });

  it("removes conditions that leave nothing", async () => {
    mockServer({
      "adminUsers.list": () => ({ results: [], pagination: { ...page, resultCount: 0 } }),
    });
    const { user, router } = show("/admin/users?filter=role:is:ADMIN");
    await user.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(router.push).toHaveBeenLastCalledWith("/admin/users", undefined, expect.anything());
  });

  it("says why the rows could not be loaded", async () => {
    mockServer({ "adminUsers.list": () => new CallFailure("FORBIDDEN", 403) });
    show();
    expect(await screen.findByText("Users could not be loaded")).toBeInTheDocument();
  });
});

describe("the list of organizations", () => {
  it("shows them and leads to their pages", async () => {
    mockServer();
    render(<OrganizationsScreen />, {
      asPath: "/admin/organizations",
      pathname: "/admin/organizations",
    });
    const link = await screen.findByRole("link", { name: /Harbour \(sample\)/ });
    expect(link).toHaveAttribute("href", expect.stringMatching(/^\/admin\/organizations\/0190/));
    expect(screen.getByText("harbour.example")).toBeInTheDocument();
  });
});
