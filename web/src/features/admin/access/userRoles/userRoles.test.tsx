import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { administrator, mockServer, page, rootId, teamId, userId } from "../../adminFixtures";
import { UserScreen, useSubjectUser } from "../../users/UserScreen";
import { roleId } from "../accessFixtures";
import {
  accessCalls,
  none,
  organizationRoleEntry,
  userRoleEntry,
  userRoleId,
} from "../grantFixtures";
import { NewUserRoleScreen } from "./NewUserRoleScreen";
import { UserRoleScreen } from "./UserRoleScreen";
import { UserRolesScreen } from "./UserRolesScreen";
import { useSubjectUserRole } from "./useSubjectUserRole";

type Calls = NonNullable<Parameters<typeof mockServer>[0]>;

const list = "/admin/api_access_user_roles";

function showList(calls: Calls = {}, asPath = list) {
  mockServer({ ...accessCalls, ...calls });
  return render(<UserRolesScreen />, { asPath, pathname: list });
}

function showNew(calls: Calls = {}, query: Record<string, string> = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<NewUserRoleScreen />, { query, pathname: `${list}/new` });
}

function EditPage() {
  return <UserRoleScreen subject={useSubjectUserRole()} />;
}

function showOne(calls: Calls = {}, id = userRoleId) {
  mockServer({ ...accessCalls, ...calls });
  const pathname = `${list}/[apiAccessUserRoleID]/edit`;
  return render(<EditPage />, { query: { apiAccessUserRoleID: id }, pathname });
}

const reason = () => screen.findByRole("textbox", { name: /^Reason/ });

describe("the list of user roles", () => {
  it("names users and organizations, and leads to the terms of a role", async () => {
    showList();
    const link = await screen.findByRole("link", { name: /ada@harbour\.example/ });
    expect(link).toHaveAttribute("href", `${list}/${userRoleId}/edit`);
    const grid = screen.getByRole("grid", { name: "User roles" });
    expect(within(grid).getByText("Harbour (sample)")).toBeInTheDocument();
    expect(within(grid).getByText("Active")).toBeInTheDocument();
  });

  it("shows roles that start later, have expired, or are of an erased account", async () => {
    const results = [
      userRoleEntry({ starts_at: "2036-01-01T00:00:00.000Z", organization_id: null }),
      userRoleEntry({ id: "2", expires_at: "2026-01-01T00:00:00.000Z" }),
      userRoleEntry({ id: "3", user_id: roleId }),
    ];
    showList({ "accessUserRoles.list": () => ({ results, pagination: page }) });
    expect(await screen.findByText("Scheduled")).toBeInTheDocument();
    expect(screen.getByText("Expired")).toBeInTheDocument();
    expect(screen.getByText("Everywhere")).toBeInTheDocument();
    expect(await screen.findByTitle("This account no longer exists")).toHaveTextContent(roleId);
  });

  it("finds the roles of users and organizations that match a search", async () => {
    const filters: unknown[] = [];
    showList(
      {
        "accessUserRoles.list": ({ filter }) => {
          filters.push(filter);
          return none;
        },
      },
      `${list}?filter=search:contains:ada`,
    );
    await waitFor(() => expect(filters).toHaveLength(1));
    expect(filters).toEqual([
      {
        operator: "or",
        filters: [
          {
            operator: "or",
            filters: [
              { operator: "ilike", field: "role_name", value: "%ada%" },
              { operator: "ilike", field: "reason", value: "%ada%" },
            ],
          },
          { operator: "in", field: "user_id", value: [userId, rootId] },
          { operator: "in", field: "organization_id", value: [teamId] },
        ],
      },
    ]);
  });

  it("says what is missing", async () => {
    showList({ "accessUserRoles.list": () => none });
    expect(await screen.findByText("No user roles yet")).toBeInTheDocument();
  });

  it("says that it could not be loaded", async () => {
    showList({ "accessUserRoles.list": () => new CallFailure("FORBIDDEN", 403) });
    expect(await screen.findByText(/could not be loaded/)).toBeInTheDocument();
  });
});

describe("a new user role", () => {
  it("gives the user and the role of the address, in one of the user's organizations", async () => {
    const sent: unknown[] = [];
    const { user, router } = showNew(
      {
        "accessUserRoles.create": (input) => {
          sent.push(input);
          return { user_role: userRoleEntry().user_role, epoch: 7 };
        },
      },
      { user: userId, role: roleId },
    );
    const place = await screen.findByRole("combobox", { name: "Organization" });
    await waitFor(() =>
      expect(screen.getByRole("combobox", { name: /^User/ })).toHaveValue(
        "ada@harbour.example (Ada Quay (sample))",
      ),
    );
    expect(screen.getByRole("combobox", { name: /^Role/ })).toHaveValue(
      "Desk analysts (desk.analysts)",
    );
    await user.click(place);
    await user.click(await screen.findByRole("option", { name: "Harbour (sample)" }));
    fireEvent.change(screen.getByLabelText(/^Ends, UTC/), {
      target: { value: "2036-12-31T18:00" },
    });
    await user.type(await reason(), " Due diligence ");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(await screen.findByText(/has the role Desk analysts/)).toBeInTheDocument();
    expect(sent).toEqual([
      {
        user_id: userId,
        role_id: roleId,
        organization_id: teamId,
        starts_at: null,
        expires_at: "2036-12-31T18:00:00Z",
        reason: "Due diligence",
      },
    ]);
    expect(router.push).toHaveBeenCalledWith(`/admin/users/${userId}`);
  });

  it("finds users and roles by a search", async () => {
    const { user } = showNew();
    await user.type(await screen.findByRole("combobox", { name: /^User/ }), "ada");
    await user.click(await screen.findByRole("option", { name: /ada@harbour\.example/ }));
    await user.type(screen.getByRole("combobox", { name: /^Role/ }), "desk");
    await user.click(await screen.findByRole("option", { name: /Desk analysts/ }));
    expect(screen.getByRole("combobox", { name: /^User/ })).toHaveValue(
      "ada@harbour.example (Ada Quay (sample))",
    );
  });

  it("names each field that needs a change, and sends nothing", async () => {
    const { user } = showNew();
    const ends = await screen.findByLabelText(/^Ends, UTC/);
    await user.click(screen.getByRole("button", { name: "Give role" }));
    const summary = screen.getByRole("region", { name: "3 fields need a change" });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(summary).toHaveTextContent("User: Choose a value.");
    expect(summary).toHaveTextContent("Role: Choose a value.");
    expect(summary).toHaveTextContent("Reason: Enter a value.");
    expect(ends).toBeValid();
  });

  it("refuses an end before the start", async () => {
    const { user } = showNew({}, { user: userId, role: roleId });
    fireEvent.change(await screen.findByLabelText(/^Starts, UTC/), {
      target: { value: "2036-12-31T18:00" },
    });
    fireEvent.change(screen.getByLabelText(/^Ends, UTC/), {
      target: { value: "2036-12-31T17:00" },
    });
    await user.type(await reason(), "Due diligence");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(screen.getByLabelText(/^Ends, UTC/)).toBeInvalid();
    expect(screen.getAllByText(/Enter a time after the start/)).not.toHaveLength(0);
  });

  it.each([
    ["own_roles", /^User/, /You cannot give yourself a role/],
    ["escalation", /^Role/, /You cannot give others more access than you have/],
    ["super_administrator_required", /^Role/, /Only a super administrator/],
    ["role_disabled", /^Role/, /The role is disabled/],
    ["role_already_held", /^Role/, /has this role there already/],
  ])("shows the refusal %s at its field", async (refusal, field, text) => {
    const { user } = showNew(
      { "accessUserRoles.create": () => new CallFailure("FORBIDDEN", 403, refusal) },
      { user: userId, role: roleId },
    );
    await user.type(await reason(), "Due diligence");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    expect(screen.getByRole("combobox", { name: field })).toBeInvalid();
  });
});

describe("the terms of a user role", () => {
  it("change on the version that was read", async () => {
    const sent: unknown[] = [];
    const { user, router } = showOne({
      "accessUserRoles.update": (input) => {
        sent.push(input);
        return { user_role: userRoleEntry({ version: 2 }).user_role, epoch: 8 };
      },
    });
    expect(await screen.findByLabelText(/^Ends, UTC/)).toHaveValue("2036-12-31T18:00");
    fireEvent.change(screen.getByLabelText(/^Ends, UTC/), { target: { value: "" } });
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(/The terms of desk.analysts were changed/)).toBeInTheDocument();
    const terms = { starts_at: null, expires_at: null, reason: "Due diligence" };
    expect(sent).toEqual([{ id: userRoleId, version: 1, ...terms }]);
    expect(router.push).toHaveBeenCalledWith(`/admin/users/${userId}`);
  });

  it("keep the input beside what another administrator saved meanwhile", async () => {
    const sent: Array<{ version: number; reason: string }> = [];
    let stored = userRoleEntry();
    const { user } = showOne({
      "accessUserRoles.get": () => stored,
      "accessUserRoles.update": (input) => {
        sent.push(input);
        if (sent.length > 1) return { user_role: stored.user_role, epoch: 9 };
        stored = userRoleEntry({ version: 2, reason: "Quarterly report" });
        return new CallFailure("PRECONDITION_FAILED", 412, "record_changed", [
          { path: "reason", message: "was changed" },
        ]);
      },
    });
    await user.type(await reason(), ", ticket 4711");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    const card = await screen.findByRole("region", { name: "This record was changed meanwhile" });
    expect(card).toHaveTextContent("Quarterly report");
    expect(await reason()).toHaveValue("Due diligence, ticket 4711");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(/were changed/)).toBeInTheDocument();
    expect(sent.map(({ version }) => version)).toEqual([1, 2]);
  });

  it("end for a reason", async () => {
    const sent: unknown[] = [];
    const { user, router } = showOne({
      "accessUserRoles.end": (input) => {
        sent.push(input);
        return { user_role: userRoleEntry().user_role, epoch: 8 };
      },
    });
    await user.click(await screen.findByRole("button", { name: "End role" }));
    const dialog = screen.getByRole("dialog", { name: "End this role?" });
    await user.click(within(dialog).getByRole("button", { name: "End role" }));
    expect(within(dialog).getByRole("alert")).toHaveTextContent("Enter a reason.");
    await user.type(
      within(dialog).getByRole("textbox", { name: "Reason" }),
      "The mandate has ended",
    );
    await user.click(within(dialog).getByRole("button", { name: "End role" }));
    expect(await screen.findByText("The role desk.analysts has ended.")).toBeInTheDocument();
    expect(sent).toEqual([{ id: userRoleId, version: 1, reason: "The mandate has ended" }]);
    expect(router.push).toHaveBeenCalledWith(`/admin/users/${userId}`);
  });

  it("say in the dialog why they cannot end", async () => {
    const { user } = showOne({
      "accessUserRoles.end": () => new CallFailure("FORBIDDEN", 403, "denial_weakened"),
    });
    await user.click(await screen.findByRole("button", { name: "End role" }));
    const dialog = screen.getByRole("dialog");
    await user.type(within(dialog).getByRole("textbox", { name: "Reason" }), "x");
    await user.click(within(dialog).getByRole("button", { name: "End role" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("super administrator");
  });

  it("are read only for the holder", async () => {
    showOne({ "accessUserRoles.get": () => userRoleEntry({ user_id: administrator.id }) });
    expect(await screen.findByText(/This is your own role/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "End role" })).toBeNull();
  });

  it("say that no role has the address", async () => {
    const failure = new CallFailure("NOT_FOUND", 404, "user_role_not_found");
    const { unmount } = showOne({ "accessUserRoles.get": () => failure });
    expect(await screen.findByText("User role not found")).toBeInTheDocument();
    unmount();
    showOne({}, "nothing");
    expect(await screen.findByText("User role not found")).toBeInTheDocument();
  });
});

function UserPage() {
  return <UserScreen subject={useSubjectUser()} />;
}

function showUser(calls: Calls = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<UserPage />, { query: { userID: userId }, pathname: "/admin/users/[userID]" });
}

async function accessRoles() {
  return screen.findByRole("list", { name: "Access roles" });
}

describe("the access roles on the page of a user", () => {
  it("are those of the user and of the organizations, each with its reason", async () => {
    const plan = organizationRoleEntry({ id: "2", source: "plan", granted_by: null, reason: "" });
    showUser({
      "accessOrganizationRoles.list": () => ({
        results: [plan, organizationRoleEntry()],
        pagination: page,
      }),
    });
    const rows = within(await accessRoles()).getAllByRole("listitem");
    expect(rows).toHaveLength(3);
    await waitFor(() => expect(rows[0]).toHaveTextContent("In Harbour (sample)"));
    expect(rows[0]).toHaveTextContent("Due diligence");
    expect(rows[0]).toHaveTextContent("Until 31 Dec 2036, 18:00 UTC");
    await waitFor(() => expect(rows[0]).toHaveTextContent("Granted by root@harbour.example"));
    expect(rows[1]).toHaveTextContent("As a member of Harbour (sample), by its plan");
    expect(rows[2]).toHaveTextContent("Contract of November");
    expect(screen.getByRole("link", { name: "Give a role" })).toHaveAttribute(
      "href",
      `${list}/new?user=${userId}`,
    );
  });

  it("are none", async () => {
    showUser({
      "accessUserRoles.list": () => none,
      "accessOrganizationRoles.list": () => none,
    });
    expect(await screen.findByText("No access roles.")).toBeInTheDocument();
  });

  it("can fail without the rest of the page", async () => {
    showUser({ "accessUserRoles.list": () => new CallFailure("FORBIDDEN", 403) });
    expect(await screen.findByText("The access roles could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Make administrator" })).toBeEnabled();
  });
});
