import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, page, teamId } from "../../adminFixtures";
import { OrganizationScreen, useSubjectOrganization } from "../../organizations/OrganizationScreen";
import { roleId } from "../accessFixtures";
import { accessCalls, none, organizationRoleEntry, organizationRoleId } from "../grantFixtures";
import { NewOrganizationRoleScreen } from "./NewOrganizationRoleScreen";
import { OrganizationRoleScreen } from "./OrganizationRoleScreen";
import { OrganizationRolesScreen } from "./OrganizationRolesScreen";
import { useSubjectOrganizationRole } from "./useSubjectOrganizationRole";

type Calls = NonNullable<Parameters<typeof mockServer>[0]>;

const list = "/admin/api_access_org_roles";

const ofPlan = organizationRoleEntry({ source: "plan", granted_by: null, reason: "" });

function showList(calls: Calls = {}, asPath = list) {
  mockServer({ ...accessCalls, ...calls });
  return render(<OrganizationRolesScreen />, { asPath, pathname: list });
}

function showNew(calls: Calls = {}, query: Record<string, string> = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<NewOrganizationRoleScreen />, { query, pathname: `${list}/new` });
}

function EditPage() {
  return <OrganizationRoleScreen subject={useSubjectOrganizationRole()} />;
}

function showOne(calls: Calls = {}) {
  mockServer({ ...accessCalls, ...calls });
  const pathname = `${list}/[apiAccessOrgRoleID]/edit`;
  return render(<EditPage />, { query: { apiAccessOrgRoleID: organizationRoleId }, pathname });
}

const reason = () => screen.findByRole("textbox", { name: /^Reason/ });

describe("the list of organization roles", () => {
  it("names organizations, and says why each has the role", async () => {
    const plan = organizationRoleEntry({ id: "2", source: "plan", granted_by: null, reason: "" });
    showList({
      "accessOrganizationRoles.list": () => ({
        results: [organizationRoleEntry(), plan],
        pagination: page,
      }),
    });
    const [link] = await screen.findAllByRole("link", { name: /Harbour \(sample\)/ });
    expect(link).toHaveAttribute("href", `${list}/${organizationRoleId}/edit`);
    const grid = screen.getByRole("grid", { name: "Organization roles" });
    expect(within(grid).getByText("Manual")).toBeInTheDocument();
    expect(within(grid).getByText("Plan")).toBeInTheDocument();
  });

  it("finds the roles of organizations that match a search, and not those of users", async () => {
    const filters: unknown[] = [];
    showList(
      {
        "accessOrganizationRoles.list": ({ filter }) => {
          filters.push(filter);
          return none;
        },
      },
      `${list}?filter=search:contains:harbour`,
    );
    await waitFor(() => expect(filters).toHaveLength(1));
    expect(JSON.stringify(filters[0])).toContain(
      `{"operator":"in","field":"organization_id","value":["${teamId}"]}`,
    );
    expect(JSON.stringify(filters[0])).not.toContain("user_id");
  });

  it("says what is missing", async () => {
    showList({ "accessOrganizationRoles.list": () => none });
    expect(await screen.findByText("No organization roles yet")).toBeInTheDocument();
  });
});

describe("a new organization role", () => {
  it("gives the role to the organization of the address", async () => {
    const sent: unknown[] = [];
    const { user, router } = showNew(
      {
        "accessOrganizationRoles.create": (input) => {
          sent.push(input);
          return { organization_role: organizationRoleEntry().organization_role, epoch: 7 };
        },
      },
      { organization: teamId },
    );
    const organization = await screen.findByRole("combobox", { name: /^Organization/ });
    await waitFor(() => expect(organization).toHaveValue("Harbour (sample)"));
    await user.type(screen.getByRole("combobox", { name: /^Role/ }), "desk");
    await user.click(await screen.findByRole("option", { name: /Desk analysts/ }));
    fireEvent.change(screen.getByLabelText(/^Starts, UTC/), {
      target: { value: "2036-01-01T00:00" },
    });
    await user.type(await reason(), "Contract");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(await screen.findByText(/Harbour \(sample\) has the role/)).toBeInTheDocument();
    expect(sent).toEqual([
      {
        organization_id: teamId,
        role_id: roleId,
        starts_at: "2036-01-01T00:00:00Z",
        expires_at: null,
        reason: "Contract",
      },
    ]);
    expect(router.push).toHaveBeenCalledWith(`/admin/organizations/${teamId}`);
  });

  it.each([
    ["organization_removed", /^Organization/, /was removed/],
    ["limit_reached", /^Organization/, /largest number of roles/],
    ["escalation", /^Role/, /more access than you have/],
  ])("shows the refusal %s at its field", async (refusal, field, text) => {
    const { user } = showNew(
      { "accessOrganizationRoles.create": () => new CallFailure("FORBIDDEN", 403, refusal) },
      { organization: teamId, role: roleId },
    );
    await user.type(await reason(), "Contract");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    expect(screen.getByRole("combobox", { name: field })).toBeInvalid();
  });

  it("shows what the server refuses in a field", async () => {
    const { user } = showNew(
      {
        "accessOrganizationRoles.create": () =>
          new CallFailure("BAD_REQUEST", 400, "input_invalid", [
            { path: "expires_at", message: "is not within twenty years" },
          ]),
      },
      { organization: teamId, role: roleId },
    );
    await user.type(await reason(), "Contract");
    await user.click(screen.getByRole("button", { name: "Give role" }));
    expect(await screen.findByLabelText(/^Ends, UTC/)).toBeInvalid();
  });
});

describe("the terms of an organization role", () => {
  it("change on the version that was read", async () => {
    const sent: unknown[] = [];
    const { user, router } = showOne({
      "accessOrganizationRoles.update": (input) => {
        sent.push(input);
        return { organization_role: organizationRoleEntry().organization_role, epoch: 8 };
      },
    });
    await user.type(await reason(), " 2026");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(/The terms of desk.analysts were changed/)).toBeInTheDocument();
    const terms = { starts_at: null, expires_at: null, reason: "Contract of November 2026" };
    expect(sent).toEqual([{ id: organizationRoleId, version: 1, ...terms }]);
    expect(router.push).toHaveBeenCalledWith(`/admin/organizations/${teamId}`);
  });

  it("end for a reason", async () => {
    const sent: unknown[] = [];
    const { user } = showOne({
      "accessOrganizationRoles.end": (input) => {
        sent.push(input);
        return { organization_role: organizationRoleEntry().organization_role, epoch: 8 };
      },
    });
    await user.click(await screen.findByRole("button", { name: "End role" }));
    const dialog = screen.getByRole("dialog", { name: "End this role?" });
    await user.type(
      within(dialog).getByRole("textbox", { name: "Reason" }),
      "The contract has ended",
    );
    await user.click(within(dialog).getByRole("button", { name: "End role" }));
    expect(await screen.findByText("The role desk.analysts has ended.")).toBeInTheDocument();
    const input = { id: organizationRoleId, version: 1, reason: "The contract has ended" };
    expect(sent).toEqual([input]);
  });

  it("follow the plan where the plan gave the role", async () => {
    showOne({ "accessOrganizationRoles.get": () => ofPlan });
    expect(await screen.findByText("Managed by the plan")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Change the plan" })).toHaveAttribute(
      "href",
      `/admin/organizations/${teamId}`,
    );
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
    expect(screen.queryByRole("button", { name: "End role" })).toBeNull();
  });

  it("say that no role has the address", async () => {
    showOne({
      "accessOrganizationRoles.get": () =>
        new CallFailure("NOT_FOUND", 404, "organization_role_not_found"),
    });
    expect(await screen.findByText("Organization role not found")).toBeInTheDocument();
  });
});

function OrganizationPage() {
  return <OrganizationScreen subject={useSubjectOrganization()} />;
}

it("the page of an organization shows its roles, and which of them can be edited", async () => {
  mockServer({
    ...accessCalls,
    "accessOrganizationRoles.list": () => ({
      results: [{ ...ofPlan, role_name: "plan.free" }, organizationRoleEntry({ id: "2" })],
      pagination: page,
    }),
  });
  render(<OrganizationPage />, {
    query: { organizationID: teamId },
    pathname: "/admin/organizations/[organizationID]",
  });
  const rows = within(await screen.findByRole("list", { name: "Access roles" }));
  const [plan, manual] = rows.getAllByRole("listitem");
  expect(plan).toHaveTextContent("plan.free");
  expect(plan).toHaveTextContent("By its plan");
  expect(manual).toHaveTextContent("Contract of November");
  expect(rows.getAllByRole("link", { name: /^Edit role/ })).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Give a role" })).toHaveAttribute(
    "href",
    `${list}/new?organization=${teamId}`,
  );
});
