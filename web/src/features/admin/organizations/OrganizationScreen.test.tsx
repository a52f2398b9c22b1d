import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, sampleEntry, sampleTeam, teamId, userId } from "../adminFixtures";
import { OrganizationScreen, useSubjectOrganization } from "./OrganizationScreen";

function Page() {
  return <OrganizationScreen subject={useSubjectOrganization()} />;
}

function show() {
  return render(<Page />, {
    query: { organizationID: teamId },
    pathname: "/admin/organizations/[organizationID]",
  });
}

describe("the page of an organization", () => {
  it("changes the plan once it was confirmed", async () => {
    const requests = mockServer();
    const { user } = show();
    expect(await screen.findByRole("button", { name: "Change plan" })).toBeDisabled();
    await user.click(screen.getByRole("combobox", { name: "Plan" }));
    await user.click(screen.getByRole("option", { name: "Premium: all access" }));
    await user.click(screen.getByRole("button", { name: "Change plan" }));
    const dialog = screen.getByRole("dialog", { name: "Change the plan?" });
    expect(dialog).toHaveTextContent("from Free to Premium: all access");
    await user.click(within(dialog).getByRole("button", { name: "Change plan" }));
    expect(await screen.findByText(/Plan changed to Premium: all access/)).toBeInTheDocument();
    const input = { id: teamId, plan: "PREMIUM_ALL_ACCESS", ends_at: null };
    expect(requests).toEqual([["setPlan", input]]);
  });

  it("claims a domain for the team, withdraws it, and shows a refusal at the field", async () => {
    const requests = mockServer();
    const { user } = show();
    const field = await screen.findByRole("textbox", { name: "E-mail domain" });
    await user.clear(field);
    await user.click(screen.getByRole("button", { name: "Change domain" }));
    const dialog = screen.getByRole("dialog", { name: "Withdraw the domain?" });
    await user.click(within(dialog).getByRole("button", { name: "Change domain" }));
    expect(await screen.findByText(/The team claims quay.example/)).toBeInTheDocument();
    expect(requests).toEqual([["setDomain", { id: teamId, domain: null }]]);

    mockServer({
      "adminOrganizations.setDomain": () => new CallFailure("CONFLICT", 409, "domain_taken"),
    });
    await user.clear(screen.getByRole("textbox", { name: "E-mail domain" }));
    await user.type(screen.getByRole("textbox", { name: "E-mail domain" }), "quay.example");
    await user.click(screen.getByRole("button", { name: "Change domain" }));
    await user.click(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Change domain" }),
    );
    expect(await screen.findByText(/Another team has proved this domain/)).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "E-mail domain" })).toBeInvalid();
  });

  it("changes members in the place of the owners", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Change ada@harbour.example" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove from team" }));
    await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText(/is no longer a member/)).toBeInTheDocument();
    expect(requests).toEqual([["removeMember", { id: teamId, user_id: userId }]]);
  });

  it("takes somebody in who has an account, and shows a refusal at the field", async () => {
    const requests = mockServer({
      "adminOrganizations.addMember": () => new CallFailure("NOT_FOUND", 404, "address_unknown"),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Add member" }));
    const dialog = screen.getByRole("dialog", { name: "Add a member" });
    const field = within(dialog).getByRole("textbox", { name: "E-mail address" });
    await user.type(field, "bo@quay.example");
    await user.click(within(dialog).getByRole("combobox", { name: "Role" }));
    await user.click(screen.getByRole("option", { name: "Owner" }));
    await user.click(within(dialog).getByRole("button", { name: "Add member" }));
    expect(await screen.findByText(/No account has this address/)).toBeInTheDocument();
    expect(field).toBeInvalid();
    expect(requests).toEqual([]);

    const noted = mockServer();
    await user.click(within(dialog).getByRole("button", { name: "Add member" }));
    expect(await screen.findByText(/bo@quay.example was added to Harbour/)).toBeInTheDocument();
    const input = { id: teamId, email: "bo@quay.example", role: "owner" };
    expect(noted).toEqual([["addMember", input]]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("makes a team of one personal, and shows why it cannot be", async () => {
    mockServer({
      "adminOrganizations.setScope": () =>
        new CallFailure("PRECONDITION_FAILED", 412, "team_of_domain"),
    });
    const { user } = show();
    const ask = async () => {
      await user.click(await screen.findByRole("button", { name: "Make personal" }));
      const dialog = screen.getByRole("dialog", { name: "Make this team personal?" });
      await user.click(within(dialog).getByRole("button", { name: "Make personal" }));
    };
    await ask();
    expect(await screen.findByText(/The team claims a domain/)).toBeInTheDocument();
    const requests = mockServer();
    await ask();
    expect(await screen.findByText("The organization is now personal.")).toBeInTheDocument();
    expect(requests).toEqual([["setScope", { id: teamId, scope: "personal" }]]);
  });

  it("makes a personal organization a team of a name", async () => {
    const requests = mockServer({
      "adminOrganizations.get": () =>
        sampleTeam({ scope: "personal", domain: null, name: "ada@harbour.example" }),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Make a team" }));
    const dialog = screen.getByRole("dialog", { name: "Make this a team" });
    const field = within(dialog).getByRole("textbox", { name: "Name" });
    expect(field).toHaveValue("ada@harbour.example");
    await user.clear(field);
    await user.type(field, "Harbour (sample)");
    await user.click(within(dialog).getByRole("button", { name: "Make a team" }));
    expect(await screen.findByText("The organization is now a team.")).toBeInTheDocument();
    expect(requests).toEqual([
      ["setScope", { id: teamId, scope: "team", name: "Harbour (sample)" }],
    ]);
  });

  it("renames a team", async () => {
    const requests = mockServer();
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Rename" }));
    const dialog = screen.getByRole("dialog");
    await user.type(within(dialog).getByRole("textbox", { name: "Name" }), " Desk");
    await user.click(within(dialog).getByRole("button", { name: "Rename" }));
    expect(await screen.findByText("The name has changed.")).toBeInTheDocument();
    expect(requests).toEqual([["rename", { id: teamId, name: "Harbour (sample) Desk" }]]);
  });

  it("leaves a personal organization its name, its domain and its member", async () => {
    mockServer({ "adminOrganizations.get": () => sampleTeam({ scope: "personal", domain: null }) });
    show();
    expect(await screen.findByRole("combobox", { name: "Plan" })).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "E-mail domain" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Rename" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Change ada/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add member" })).toBeNull();
  });

  it("names the user that an entry of the history is about", async () => {
    mockServer({
      "adminHistory.list": () => ({
        results: [
          sampleEntry({
            action: "organization.member_removed",
            organization_id: teamId,
            organization_name: "Harbour (sample)",
            changes: [{ field: "role", before: ["owner"], after: [] }],
          }),
        ],
        pagination: { page: 1, perPage: 20, pageCount: 1, resultCount: 1, nextCursor: null },
      }),
    });
    show();
    const entry = (await screen.findByText("Member removed")).closest("li");
    expect(entry).toHaveTextContent("Member removed: ada@harbour.example");
    expect(entry).toHaveTextContent("Owner→ changed to None");
  });
});
