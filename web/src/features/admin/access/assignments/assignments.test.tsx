import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockServer, page } from "../../adminFixtures";
import { assignmentId, policyId, roleId } from "../accessFixtures";
import { accessCalls, assignmentEntry, none, treasuries } from "../grantFixtures";
import { limitsInEffect } from "../limits";
import { AssignmentScreen } from "./AssignmentScreen";
import { AssignmentsScreen } from "./AssignmentsScreen";
import { EditAssignmentScreen } from "./EditAssignmentScreen";
import { NewAssignmentScreen } from "./NewAssignmentScreen";
import { useSubjectAssignment } from "./useSubjectAssignment";

type Calls = NonNullable<Parameters<typeof mockServer>[0]>;

const list = "/admin/api_access_policy_assignments";
const query = { apiAccessPolicyAssignmentID: assignmentId };

function showList(calls: Calls = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<AssignmentsScreen />, { asPath: list, pathname: list });
}

function Page() {
  const subject = useSubjectAssignment();
  return (
    <>
      {subject.head.actions}
      <AssignmentScreen subject={subject} />
    </>
  );
}

function showOne(calls: Calls = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<Page />, { query, pathname: `${list}/[apiAccessPolicyAssignmentID]` });
}

function EditPage() {
  return <EditAssignmentScreen subject={useSubjectAssignment()} />;
}

function showEdit(calls: Calls = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<EditPage />, { query, pathname: `${list}/[apiAccessPolicyAssignmentID]/edit` });
}

function showNew(calls: Calls = {}, given: Record<string, string> = {}) {
  mockServer({ ...accessCalls, ...calls });
  return render(<NewAssignmentScreen />, { query: given, pathname: `${list}/new` });
}

const box = (name: RegExp) => screen.findByRole("textbox", { name });

describe("the list of policy assignments", () => {
  it("says which role has which policy, and whether it has effect", async () => {
    const disabled = assignmentEntry({ id: "2", status: "disabled", limit_overrides: null });
    const results = [assignmentEntry(), { ...disabled, role_name: "exporters" }];
    showList({ "accessAssignments.list": () => ({ results, pagination: page }) });
    const link = await screen.findByRole("link", { name: /desk\.analysts/ });
    expect(link).toHaveAttribute("href", `${list}/${assignmentId}`);
    const grid = screen.getByRole("grid", { name: "Policy assignments" });
    expect(within(grid).getByText("Own limits")).toBeInTheDocument();
    expect(within(grid).getByText("Disabled")).toBeInTheDocument();
    expect(within(grid).getAllByText("Premium Treasuries")).toHaveLength(2);
  });

  it("says what is missing", async () => {
    showList({ "accessAssignments.list": () => none });
    expect(await screen.findByText("No policy assignments yet")).toBeInTheDocument();
  });
});

describe("an assignment", () => {
  it("shows the limits in effect beside those of the policy", async () => {
    showOne();
    const limits = await screen.findByRole("table", { name: "Limits" });
    const row = (name: string) => within(limits).getByRole("row", { name: new RegExp(name) });
    expect(row("Rows per answer")).toHaveTextContent("50,00025,00025,000");
    expect(row("Requests per second")).toHaveTextContent("25—As the policy25");
    expect(row("Rows per day")).toHaveTextContent("No limit");
    expect(row("Export formats")).toHaveTextContent("CSV, XLSXCSVCSV");
    expect(screen.getByText("Until the contract is signed")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Edit" })).toHaveAttribute(
      "href",
      `${list}/${assignmentId}/edit`,
    );
  });

  it("is removed once it was confirmed", async () => {
    const sent: unknown[] = [];
    const { user, router } = showOne({
      "accessAssignments.remove": (input) => {
        sent.push(input);
        return { assignment: assignmentEntry().assignment, epoch: 9 };
      },
    });
    await user.click(await screen.findByRole("button", { name: "Remove assignment" }));
    const dialog = screen.getByRole("dialog", { name: "Remove this assignment?" });
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText(/was removed from desk.analysts/)).toBeInTheDocument();
    expect(sent).toEqual([{ id: assignmentId, version: 3 }]);
    expect(router.push).toHaveBeenCalledWith(list);
  });

  it("of the policy set is neither edited nor removed", async () => {
    const managed = { "accessAssignments.get": () => assignmentEntry({ managed: true }) };
    const { unmount } = showOne(managed);
    expect(await screen.findByText(/Managed by the policy set/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Remove assignment" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
    unmount();
    showEdit(managed);
    expect(await screen.findByText(/cannot be edited/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  });

  it("is unknown", async () => {
    const failure = new CallFailure("NOT_FOUND", 404, "policy_assignment_not_found");
    showOne({ "accessAssignments.get": () => failure });
    expect(await screen.findByText("Policy assignment not found")).toBeInTheDocument();
  });

  it("lives on where the policy cannot be loaded", async () => {
    showOne({ "accessPolicies.get": () => new CallFailure("FORBIDDEN", 403) });
    expect(await screen.findByText("Limits could not be loaded")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Remove assignment" })).toBeEnabled();
  });
});

describe("the terms of an assignment", () => {
  it("tighten the limits of the policy, after a preview", async () => {
    const sent: unknown[] = [];
    const previews: unknown[] = [];
    const { user, router } = showEdit({
      "accessAssignments.preview": (input) => {
        previews.push(input);
        return accessCalls["accessAssignments.preview"]();
      },
      "accessAssignments.update": (input) => {
        sent.push(input);
        return { assignment: assignmentEntry().assignment, epoch: 9 };
      },
    });
    const rows = await box(/^Rows per answer/);
    expect(rows).toHaveValue("25000");
    expect(rows).toHaveAccessibleDescription("The policy allows 50,000.");
    await user.clear(rows);
    await user.type(rows, "10,000");
    expect(await screen.findByText(/Affects 412 users and 3 organizations/)).toBeInTheDocument();
    const terms = {
      status: "active",
      starts_at: null,
      expires_at: null,
      note: "Until the contract is signed",
      limit_overrides: { rows_per_response: 10_000, export_formats: ["csv"] },
    };
    await waitFor(() =>
      expect(previews.at(-1)).toEqual({ role_id: roleId, policy_id: policyId, terms }),
    );
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    expect(await screen.findByText("The terms were changed.")).toBeInTheDocument();
    expect(sent).toEqual([{ id: assignmentId, version: 3, terms }]);
    expect(router.push).toHaveBeenCalledWith(`${list}/${assignmentId}`);
  });

  it("cannot loosen a limit of the policy", async () => {
    const { user } = showEdit();
    const rows = await box(/^Rows per answer/);
    await user.clear(rows);
    await user.type(rows, "50001");
    await user.tab();
    expect(await screen.findByText("The policy allows at most 50,000.")).toBeInTheDocument();
    expect(rows).toBeInvalid();
  });

  it("offer the formats of the policy alone", async () => {
    const { user } = showEdit();
    await user.click(await screen.findByRole("combobox", { name: /^Export formats/ }));
    const options = await screen.findAllByRole("option");
    expect(options.map((option) => option.textContent)).toEqual(["CSV", "XLSX"]);
  });

  it("show what the server refuses at its field", async () => {
    const { user } = showEdit({
      "accessAssignments.update": () =>
        new CallFailure("BAD_REQUEST", 400, "input_invalid", [
          {
            path: "limit_overrides.burst",
            message: "The burst is at least the requests per second, 25.",
          },
        ]),
    });
    const burst = await box(/^Requests in a burst/);
    await user.type(burst, "5");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(burst).toBeInvalid());
  });

  it("show what another administrator saved meanwhile", async () => {
    let stored = assignmentEntry();
    const { user } = showEdit({
      "accessAssignments.get": () => stored,
      "accessAssignments.update": () => {
        stored = assignmentEntry({ version: 4, status: "disabled", limit_overrides: null });
        return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
      },
    });
    await user.type(await box(/^Note/), "!");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    const card = await screen.findByRole("region", { name: "This record was changed meanwhile" });
    expect(card).toHaveTextContent("StatusBeforeActiveTheirsDisabled");
    expect(card).toHaveTextContent("Export formatsBeforeCSVTheirsEmpty");
    expect(await box(/^Rows per answer/)).toHaveValue("");
    expect(await box(/^Note/)).toHaveValue("Until the contract is signed!");
  });
});

describe("a new assignment", () => {
  it("gives the role of the address a policy", async () => {
    const sent: unknown[] = [];
    const { user, router } = showNew(
      {
        "accessAssignments.create": (input) => {
          sent.push(input);
          return { assignment: assignmentEntry().assignment, epoch: 9 };
        },
      },
      { role: roleId },
    );
    const role = await screen.findByRole("combobox", { name: /^Role/ });
    await waitFor(() => expect(role).toHaveValue("Desk analysts (desk.analysts)"));
    expect(screen.getByText(/Complete the form to see/)).toBeInTheDocument();
    await user.type(screen.getByRole("combobox", { name: /^Policy/ }), "prem");
    await user.click(await screen.findByRole("option", { name: "Premium Treasuries" }));
    expect(await screen.findByText("The policy allows 50,000.")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Assign policy" }));
    expect(await screen.findByText("The policy was assigned.")).toBeInTheDocument();
    expect(sent).toEqual([
      {
        role_id: roleId,
        policy_id: policyId,
        terms: {
          status: "active",
          starts_at: null,
          expires_at: null,
          note: "",
          limit_overrides: null,
        },
      },
    ]);
    expect(router.push).toHaveBeenCalledWith(`${list}/${assignmentId}`);
  });

  it.each([
    ["policy_already_assigned", /^Policy/, /has this policy already/],
    ["escalation", /^Policy/, /more access than you have/],
    ["record_managed", /^Role/, /belongs to the policy set/],
  ])("shows the refusal %s at its field", async (refusal, field, text) => {
    const { user } = showNew(
      { "accessAssignments.create": () => new CallFailure("FORBIDDEN", 403, refusal) },
      { role: roleId, policy: policyId },
    );
    await screen.findByText("The policy allows 50,000.");
    await user.click(screen.getByRole("button", { name: "Assign policy" }));
    expect(await screen.findAllByText(text)).not.toHaveLength(0);
    expect(screen.getByRole("combobox", { name: field })).toBeInvalid();
  });
});

it("takes the tighter of two limits", () => {
  const { limits } = treasuries;
  expect(limitsInEffect(limits, null)).toBe(limits);
  const overrides = { rows_per_response: 10, burst: 5, export_formats: [] };
  expect(limitsInEffect(limits, overrides)).toMatchObject({
    rows_per_response: 10,
    burst: 5,
    requests_per_second: 25,
    rows_per_day: null,
    export_formats: ["csv", "xlsx"],
  });
});
