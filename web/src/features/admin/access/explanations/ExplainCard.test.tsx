import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { page, sampleTeam, sampleUser, userId } from "../../adminFixtures";
import { assignmentId, mockAccess, policyId, roleId } from "../accessFixtures";
import { ExplainCard } from "./ExplainCard";
import {
  deniedExplanation,
  permittedRole,
  policyLink,
  sampleExplanation,
} from "./explanationFixtures";
import type { Subject } from "./PolicyLinks";

const accounts: Parameters<typeof mockAccess>[0] = {
  "adminUsers.list": () => ({ results: [sampleUser()], pagination: page }),
  "adminOrganizations.list": () => ({ results: [sampleTeam().organization], pagination: page }),
};

async function open(
  calls: Parameters<typeof mockAccess>[0],
  subject: Subject = { kind: "policy", id: policyId },
) {
  mockAccess({ ...accounts, ...calls });
  const { user } = render(<ExplainCard subject={subject} />);
  await user.click(screen.getByRole("button", { name: "Explain a decision" }));
  await screen.findByRole("form", { name: "Explain a decision" });
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole("combobox", { name: label }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  return { user, choose };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function asVisitor({ choose }: Opened) {
  await choose("Caller type", "A visitor who is not signed in");
}

async function explain({ user }: Opened) {
  await user.click(screen.getByRole("button", { name: "Explain" }));
}

describe("the explanation of a decision", () => {
  it("says for a visitor what is allowed, what narrows it, and by which policy", async () => {
    const sent: unknown[] = [];
    const form = await open({
      "accessExplanations.get": (input) => {
        sent.push(input);
        return sampleExplanation();
      },
    });
    await asVisitor(form);
    expect(screen.queryByRole("combobox", { name: "User" })).toBeNull();
    await explain(form);

    const decision = await screen.findByText("Allowed");
    expect(decision.closest("[role=status]")).toHaveTextContent(
      "A visitor who is not signed in · List · Assets" +
        "Allowed Some of what is selected may be hidden. Narrowed by asset class.",
    );
    const policies = within(screen.getByRole("list", { name: "Policies of the caller" }));
    expect(policies.getByText("This policy")).toBeVisible();
    expect(policies.getByText("Asset class: met by some")).toBeVisible();
    const addresses = policies.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(addresses).toEqual([
      `/admin/api_access_policies/${policyId}`,
      `/admin/api_access_roles/${roleId}`,
      `/admin/api_access_policy_assignments/${assignmentId}`,
    ]);
    expect(
      await screen.findByText(
        "The caller may list assets of U.S. Treasuries, 30 days back at most, up to 500 rows an answer.",
      ),
    ).toBeVisible();
    expect(screen.getByRole("list", { name: "Limits of the call" })).toHaveTextContent(
      "Up to 500 rows an answer",
    );
    expect(screen.getByText("1,042")).toBeVisible();
    expect(sent).toEqual([
      {
        user_id: null,
        organization_id: null,
        api_key_id: null,
        action: "list",
        endpoint: "assets",
        selected: [],
        from: null,
        to: null,
        interval: null,
        called_at: null,
        address: null,
      },
    ]);
  });

  it("sends the caller, the selection and the circumstances", async () => {
    const sent: unknown[] = [];
    const form = await open({
      "accessExplanations.get": (input) => {
        sent.push(input);
        return sampleExplanation();
      },
    });
    const { user, choose } = form;
    await choose("User", "ada@harbour.example (Ada Quay (sample))");
    await choose("Action", "Time series");
    await choose("Endpoint", "Asset time series");
    await user.click(screen.getByRole("button", { name: "Asset class" }));
    expect(screen.getByRole("combobox", { name: "Asset class" })).toHaveFocus();
    await choose("Asset class", "U.S. Treasuries");
    await user.type(screen.getByLabelText("First day"), "2026-01-01");
    await user.type(screen.getByLabelText("Last day"), "2026-06-30");
    await choose("Interval", "Month");
    await user.type(screen.getByLabelText("Time of the call, UTC"), "2026-12-24T18:00");
    await user.type(screen.getByRole("textbox", { name: "Network address" }), "192.0.2.7");
    await explain(form);
    await screen.findByText("Allowed");
    expect(sent).toEqual([
      {
        user_id: userId,
        organization_id: null,
        api_key_id: null,
        action: "timeseries",
        endpoint: "asset_timeseries",
        selected: [{ dimension: "asset_class", ids: [27] }],
        from: "2026-01-01",
        to: "2026-06-30",
        interval: "month",
        called_at: "2026-12-24T18:00:00Z",
        address: "192.0.2.7",
      },
    ]);
    // The form keeps what was entered, also while it is closed.
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("form")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Explain a decision" }));
    expect(screen.getByRole("textbox", { name: "Network address" })).toHaveValue("192.0.2.7");
  });

  it("says why a call is denied, and shows policies without effect last", async () => {
    const other = "01900000-0000-7000-8000-000000000302";
    const form = await open(
      {
        "accessExplanations.get": () =>
          deniedExplanation({
            links: [
              policyLink({ obstacles: ["policy_draft", "action"], conditions: [] }),
              policyLink({
                policy_assignment_id: other,
                policy_id: other,
                policy_name: "Exports",
                effect: "deny",
                obstacles: ["assignment_expired"],
                assignment_ended_at: "2026-11-03T10:00:00.000Z",
              }),
            ],
          }),
      },
      { kind: "assignment", id: assignmentId },
    );
    await asVisitor(form);
    await explain(form);
    const decision = await screen.findByText("Denied");
    expect(decision.closest("[role=status]")).toHaveTextContent(
      "Denied No policy of the caller allows this action at this endpoint.",
    );
    const own = screen.getByRole("list", { name: "Policies of the caller" });
    expect(within(own).getByText("This assignment")).toBeVisible();
    expect(own).toHaveTextContent(
      "No effect: The policy is a draft. The policy is about other actions.",
    );
    expect(own).not.toHaveTextContent("Exports");
    await form.user.click(screen.getByText("1 policy without effect on this call"));
    expect(screen.getByRole("list", { name: "Policies without effect" })).toHaveTextContent(
      /Exports.*Deny.*No effect: The assignment has expired \(until .*2026.*\)\./,
    );
    expect(screen.queryByText("Limits of the call")).toBeNull();
  });

  it("says that the caller does not hold the role of the page", async () => {
    const form = await open(
      { "accessExplanations.get": () => deniedExplanation({ links: [] }) },
      { kind: "role", id: roleId },
    );
    await asVisitor(form);
    await explain(form);
    expect(await screen.findByText("The caller does not hold this role.")).toBeVisible();
  });
});

describe("a form that cannot be answered", () => {
  it("names what is missing at its field before anything is sent", async () => {
    const form = await open({});
    await form.user.type(screen.getByLabelText("First day"), "2026-01-01");
    await explain(form);
    const summary = await screen.findByRole("region", { name: "2 fields need a change" });
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent("User: Choose a user or an organization.");
    expect(summary).toHaveTextContent("Last day: Enter the last day too.");
  });

  it("asks for the id of a key before anything is sent", async () => {
    const form = await open({});
    await form.choose("Caller type", "An API key");
    expect(screen.queryByRole("combobox", { name: "User" })).toBeNull();
    await explain(form);
    const summary = await screen.findByRole("region", { name: "1 field needs a change" });
    expect(summary).toHaveTextContent("API key: Enter the id of a key.");
  });

  it("shows what the server refuses at the field that it is about", async () => {
    const refused = new CallFailure("BAD_REQUEST", 400, "input_invalid", [
      { path: "address", message: "is not a network address" },
      { path: "selected[0].dimension", message: "is not known" },
    ]);
    const form = await open({ "accessExplanations.get": () => refused });
    const { user, choose } = form;
    await asVisitor(form);
    await user.click(screen.getByRole("button", { name: "Region" }));
    expect(screen.getByRole("combobox", { name: "Region" })).toHaveFocus();
    await choose("Region", "Europe");
    await user.keyboard("{Escape}");
    await user.type(screen.getByRole("textbox", { name: "Network address" }), "nowhere");
    await explain(form);
    const summary = await screen.findByRole("region", { name: "2 fields need a change" });
    expect(summary).toHaveTextContent("Region: Is not known.");
    expect(summary).toHaveTextContent("Network address: Is not a network address.");
  });

  it("says that no answer could be loaded, and answers again", async () => {
    let attempts = 0;
    const form = await open({
      "accessExplanations.get": () => {
        attempts += 1;
        if (attempts === 1) return new CallFailure("NOT_FOUND", 404, "user_not_found");
        return sampleExplanation({ visibility: "all", narrowed_by: [] });
      },
    });
    await asVisitor(form);
    await explain(form);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "No answer. This record no longer exists.",
    );
    await explain(form);
    expect(await screen.findByText("Everything selected is visible.")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the roles that allow a call", () => {
  it("lists them with the number of their holders, without a caller", async () => {
    const sent: unknown[] = [];
    const { user } = await open(
      {
        "accessExplanations.permittedRoles": (input) => {
          sent.push(input);
          const part = { role_id: policyId, role_name: "plan.free", visibility: "part" as const };
          return { results: [permittedRole(), permittedRole(part)] };
        },
      },
      { kind: "role", id: roleId },
    );
    await user.click(screen.getByRole("button", { name: "Who can do this?" }));
    expect(await screen.findByText("2 roles allow this.")).toBeVisible();
    const [own, other] = within(
      screen.getByRole("list", { name: "Roles that allow this" }),
    ).getAllByRole("listitem");
    expect(own).toHaveTextContent("treasury-deskThis roleIn full · 412 users and 1 organization");
    expect(other).toHaveTextContent("plan.freeIn part");
    expect(screen.getByRole("link", { name: "plan.free" })).toHaveAttribute(
      "href",
      `/admin/api_access_roles/${policyId}`,
    );
    expect(sent).toEqual([{ action: "list", endpoint: "assets", selected: [] }]);
  });

  it("says that there are none", async () => {
    const { user } = await open({ "accessExplanations.permittedRoles": () => ({ results: [] }) });
    await user.click(screen.getByRole("button", { name: "Who can do this?" }));
    await waitFor(() => expect(screen.getByText("No role allows this.")).toBeVisible());
    expect(screen.queryByRole("list")).toBeNull();
  });
});
