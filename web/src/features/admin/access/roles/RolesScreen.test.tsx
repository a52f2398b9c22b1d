import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { RoleInput } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { page } from "../../adminFixtures";
import { mockAccess, policyId, roleEntry, roleId, sampleRole } from "../accessFixtures";
import { EditRoleScreen } from "./EditRoleScreen";
import { NewRoleScreen } from "./NewRoleScreen";
import { RoleScreen } from "./RoleScreen";
import { RolesScreen } from "./RolesScreen";
import { useSubjectRole } from "./useSubjectRole";

const list = "/admin/api_access_roles";

function Shown() {
  const subject = useSubjectRole();
  return (
    <>
      {subject.head.actions}
      <RoleScreen subject={subject} />
    </>
  );
}

function Edited() {
  return <EditRoleScreen subject={useSubjectRole()} />;
}

const route = { pathname: `${list}/[apiAccessRoleID]`, query: { apiAccessRoleID: roleId } };

const box = (name: string) => screen.findByRole("textbox", { name });

beforeEach(() => sessionStorage.clear());

describe("the list of roles", () => {
  it("counts policies and holders, and leads to each role", async () => {
    mockAccess();
    render(<RolesScreen />, { pathname: list, asPath: list });
    const link = await screen.findByRole("link", { name: /Treasury desk/ });
    expect(link).toHaveAttribute("href", `${list}/${roleId}`);
    const cells = within(link.closest("tr") as HTMLElement);
    for (const text of ["treasury-desk", "Custom", "Active", "412"]) {
      expect(cells.getByText(text)).toBeInTheDocument();
    }
  });

  it("says what roles are for while there are none", async () => {
    mockAccess({
      "accessRoles.list": () => ({ results: [], pagination: { ...page, resultCount: 0 } }),
    });
    render(<RolesScreen />, { pathname: list, asPath: list });
    expect(await screen.findByText("No access roles yet")).toBeInTheDocument();
  });
});

describe("the page of a role", () => {
  it("shows its policies and leads to the assignment of another one", async () => {
    mockAccess();
    render(<Shown />, route);
    const policies = await screen.findByRole("list", { name: "Policies" });
    expect(within(policies).getByRole("link", { name: "Premium Treasuries" })).toHaveAttribute(
      "href",
      `/admin/api_access_policies/${policyId}`,
    );
    const links = {
      "Assign a policy": `/admin/api_access_policy_assignments/new?role=${roleId}`,
      "Give to a user": `/admin/api_access_user_roles/new?role=${roleId}`,
      "Give to an organization": `/admin/api_access_org_roles/new?role=${roleId}`,
      Edit: `${list}/${roleId}/edit`,
    };
    for (const [name, href] of Object.entries(links)) {
      expect(await screen.findByRole("link", { name })).toHaveAttribute("href", href);
    }
  });

  it("disables the role after a question that says whom it affects", async () => {
    const sent: unknown[] = [];
    mockAccess({
      "accessRoles.setStatus": (input) => {
        sent.push(input);
        return { role: sampleRole({ status: "disabled" }), epoch: 2 };
      },
    });
    const { user } = render(<Shown />, route);
    await user.click(await screen.findByRole("button", { name: "Disable role" }));
    const dialog = within(screen.getByRole("dialog"));
    expect(dialog.getByText(/^412 users and 3 organizations immediately lose/)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Disable" }));
    expect(await screen.findByText("Treasury desk is disabled.")).toBeInTheDocument();
    expect(sent).toEqual([{ id: roleId, version: 2, status: "disabled", reason: null }]);
  });

  it("offers no change of the role of a plan", async () => {
    mockAccess({ "accessRoles.get": () => roleEntry({ managed: true, kind: "plan" }) });
    render(<Shown />, route);
    expect(await screen.findByText(/Managed by the policy set/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Disable role" })).toBeNull();
    for (const name of ["Edit", "Assign a policy", "Give to a user"]) {
      expect(screen.queryByRole("link", { name })).toBeNull();
    }
  });

  it("says that an address names no role", async () => {
    mockAccess({ "accessRoles.get": () => new CallFailure("NOT_FOUND", 404, "role_not_found") });
    render(<Shown />, route);
    expect(await screen.findByText("Access role not found")).toBeInTheDocument();
  });

  it("says which part could not be loaded and keeps the others", async () => {
    const failure = () => new CallFailure("FORBIDDEN", 403);
    mockAccess({ "accessHolders.list": failure, "accessAssignments.list": failure });
    render(<Shown />, route);
    expect(await screen.findByText("The holders could not be loaded")).toBeInTheDocument();
    expect(await screen.findByText("The policies could not be loaded")).toBeInTheDocument();
    expect(screen.getByText("treasury-desk")).toBeInTheDocument();
  });
});

describe("the form of a role", () => {
  it("derives the key from the name, and opens the role that was created", async () => {
    const sent: Array<{ role: RoleInput }> = [];
    mockAccess({
      "accessRoles.create": (input) => {
        sent.push(input);
        return { role: sampleRole(), epoch: 1 };
      },
    });
    const { user, router } = render(<NewRoleScreen />, { pathname: `${list}/new` });
    await user.type(await box("Name"), "Treasury desk");
    await user.tab();
    expect(await box("Key")).toHaveValue("treasury-desk");
    await user.click(screen.getByRole("button", { name: "Create role" }));
    await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`${list}/${roleId}`));
    expect(sent[0]?.role).toEqual({
      name: "treasury-desk",
      display_name: "Treasury desk",
      description: "",
    });
  });

  it("refuses a key with other letters, and shows reserved ones at the field", async () => {
    mockAccess({
      "accessRoles.create": () => new CallFailure("FORBIDDEN", 403, "name_reserved"),
    });
    const { user } = render(<NewRoleScreen />, { pathname: `${list}/new` });
    await user.type(await box("Name"), "Gold");
    await user.type(await box("Key"), "Gold plan");
    await user.click(screen.getByRole("button", { name: "Create role" }));
    const key = await box("Key");
    expect(key).toHaveAccessibleDescription(/Enter 3 to 64 lower-case letters/);
    await user.clear(key);
    await user.type(key, "plan.gold");
    await user.click(screen.getByRole("button", { name: "Create role" }));
    await waitFor(() => expect(key).toHaveAccessibleDescription(/are reserved\./));
  });

  it("gives back what was typed before the page was left without an answer", async () => {
    mockAccess();
    const first = render(<Edited />, route);
    await first.user.type(await box("Description"), "For the desk");
    first.unmount();
    render(<Edited />, route);
    expect(await box("Description")).toHaveValue("For the desk");
    expect(screen.getByText(/Your unsaved changes are in the form again/)).toBeInTheDocument();
  });

  it("does not send what has not changed", async () => {
    mockAccess();
    const { user } = render(<Edited />, route);
    await box("Description");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText(/Nothing has changed/)).toBeInTheDocument();
  });
});
