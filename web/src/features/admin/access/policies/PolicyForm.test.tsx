import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Policy, PolicyInput } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { mockAccess, policyEntry, policyId, samplePolicy } from "../accessFixtures";
import { EditPolicyScreen } from "./EditPolicyScreen";
import { NewPolicyScreen } from "./NewPolicyScreen";
import { useSubjectPolicy } from "./useSubjectPolicy";

function Subject() {
  return <EditPolicyScreen subject={useSubjectPolicy()} />;
}

function edit() {
  return render(<Subject />, {
    pathname: "/admin/api_access_policies/[apiAccessPolicyID]/edit",
    query: { apiAccessPolicyID: policyId },
  });
}

function create(query: Record<string, string> = {}) {
  return render(<NewPolicyScreen />, { pathname: "/admin/api_access_policies/new", query });
}

const box = (name: string | RegExp) => screen.findByRole("textbox", { name });
const save = () => screen.getByRole("button", { name: "Save changes" });
const sentence = () => screen.getByRole("region", { name: "This policy says" });

type Update = { id: string; version: number; policy: PolicyInput };

beforeEach(() => sessionStorage.clear());

it("reads like the sentence it makes, and follows what is typed", async () => {
  mockAccess();
  const { user } = edit();
  await screen.findByText(/^Premium Treasuries may list, read and export assets/);
  const rows = await box("Rows per answer");
  await user.clear(rows);
  await user.type(rows, "1000");
  await waitFor(() => expect(sentence()).toHaveTextContent("up to 1,000 rows an answer."), {
    timeout: 3000,
  });
});

it("shows whom the change affects, and sends the version it is based on", async () => {
  const sent: Update[] = [];
  const previews: unknown[] = [];
  mockAccess({
    "accessPolicies.preview": (input) => {
      previews.push(input.id);
      const adds = [
        { action: "export", endpoint: "tokens" },
        { action: "export", endpoint: "assets" },
      ] as const;
      return { roles: 2, users: 412, organizations: 1, adds: [...adds], removes: [] };
    },
    "accessPolicies.update": (input) => {
      sent.push(input);
      return { policy: samplePolicy({ version: 4 }), epoch: 9 };
    },
  });
  const { user, router } = edit();
  expect(
    await screen.findByText(
      "Affects 412 users and 1 organization; adds export on tokens and assets; removes nothing.",
    ),
  ).toBeInTheDocument();
  expect(previews[0]).toBe(policyId);
  await user.type(await box("Description"), "For the desk");
  await user.click(save());
  await waitFor(() =>
    expect(router.push).toHaveBeenCalledWith(`/admin/api_access_policies/${policyId}`),
  );
  expect(sent[0]).toMatchObject({
    id: policyId,
    version: 3,
    reason: null,
    policy: {
      name: "Premium Treasuries",
      description: "For the desk",
      where: [{ dimension: "asset_class", operator: "in", ids: [27] }],
      fields: { mode: "all", names: [] },
      limits: { rows_per_response: 50_000, rows_per_day: null, export_formats: [] },
    },
  });
});

it("adds a condition by its attribute and a record found by name, with the keyboard", async () => {
  const created: Array<{ policy: PolicyInput }> = [];
  mockAccess({
    "accessPolicies.create": (input) => {
      created.push(input);
      return { policy: samplePolicy(), epoch: 1 };
    },
  });
  const { user } = create();
  await user.type(await box("Name"), "Treasuries");
  await user.click(screen.getByRole("combobox", { name: "Actions" }));
  await user.click(await screen.findByRole("option", { name: "List" }));
  await user.click(screen.getByRole("combobox", { name: "Endpoints" }));
  await user.click(await screen.findByRole("option", { name: "Assets" }));
  const offered = within(screen.getByRole("group", { name: "Add a condition on" }));
  expect(offered.queryByRole("button", { name: "Measure" })).toBeNull();
  await user.click(offered.getByRole("button", { name: "Asset class" }));
  const condition = within(await screen.findByRole("group", { name: "Condition on asset class" }));
  const search = condition.getByRole("combobox", { name: "Values" });
  expect(search).toHaveFocus();
  await user.keyboard("treas");
  await screen.findByRole("option", { name: /Treasuries/ });
  await user.keyboard("{Enter}");
  await user.click(condition.getByRole("radio", { name: "is none of" }));
  await waitFor(
    () =>
      expect(sentence()).toHaveTextContent(
        "Treasuries may list assets except those of U.S. Treasuries.",
      ),
    { timeout: 3000 },
  );
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]?.policy.where).toEqual([
    { dimension: "asset_class", operator: "not_in", ids: [27] },
  ]);
});

it("says at the fields what is missing or does not fit", async () => {
  mockAccess({
    "accessPolicies.get": () =>
      policyEntry({
        endpoints: ["assets"],
        where: [{ dimension: "measure", operator: "in", ids: [1] }],
        fields: { mode: "only", names: [] },
      }),
  });
  const { user } = edit();
  await user.clear(await box("Name"));
  await user.click(save());
  const summary = await screen.findByRole("region", { name: "1 field needs a change" });
  await waitFor(() => expect(summary).toHaveFocus());
  await user.type(await box("Name"), "Measures");
  await user.click(save());
  await screen.findByRole("region", { name: "2 fields need a change" });
  expect(
    screen.getAllByText(/Assets have no measure\. Put them into a policy of their own\./).length,
  ).toBeGreaterThan(0);
  expect(screen.getAllByText(/Choose at least one field\./).length).toBeGreaterThan(0);
});

it("puts refusals of the server beside their fields and keeps what was typed", async () => {
  mockAccess({
    "accessPolicies.update": () =>
      new CallFailure("BAD_REQUEST", 400, "input_invalid", [
        { path: "where[0].ids", message: "A condition has at most 1000 values." },
        { path: "limits.burst", message: "The burst is at least the requests per second, 10." },
        { path: "ip_cidrs[0]", message: "The network is 10.0.0.0/8." },
      ]),
  });
  const { user } = edit();
  const networks = await box("Networks of callers");
  await user.type(networks, "10.1.2.3/8");
  await user.click(save());
  const summary = within(await screen.findByRole("region", { name: "3 fields need a change" }));
  for (const name of ["Asset class", "Requests in a burst", "Networks of callers"]) {
    expect(summary.getByRole("link", { name })).toBeInTheDocument();
  }
  expect(networks).toHaveValue("10.1.2.3/8");
  expect(networks).toHaveAccessibleDescription(/The network is 10\.0\.0\.0\/8\./);
});

it("names a taken name at its field, and a refusal by its reason", async () => {
  let reason = "name_taken";
  mockAccess({
    "accessPolicies.update": () => new CallFailure("CONFLICT", 409, reason),
  });
  const { user } = edit();
  await user.type(await box("Name"), " 2");
  await user.click(save());
  await screen.findByRole("region", { name: "1 field needs a change" });
  expect(await box("Name")).toHaveAccessibleDescription(/Another policy has this name\./);
  reason = "escalation";
  await user.click(save());
  expect(
    await screen.findByText(/Not saved\. You cannot give others more access than you have\./),
  ).toBeInTheDocument();
});

it("shows what somebody else saved beside one's own, and saves what was decided", async () => {
  const sent: Update[] = [];
  let stored: Policy = samplePolicy();
  mockAccess({
    "accessPolicies.get": () => ({ policy: stored, roles: 1 }),
    "accessPolicies.update": (input) => {
      sent.push(input);
      if (sent.length > 1) return { policy: samplePolicy({ version: 5 }), epoch: 3 };
      stored = samplePolicy({
        version: 4,
        description: "Theirs",
        where: [{ dimension: "asset_class", operator: "not_in", ids: [27] }],
      });
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed", [
        { path: "description", message: "was changed" },
      ]);
    },
  });
  const { user, router } = edit();
  const description = await box("Description");
  await user.type(description, "Mine");
  await user.click(save());
  const card = within(
    await screen.findByRole("region", { name: "This record was changed meanwhile" }),
  );
  expect(card.getByText("Asset class is none of U.S. Treasuries")).toBeInTheDocument();
  expect(card.getByText("Taken over")).toBeInTheDocument();
  expect(description).toHaveValue("Mine");
  const choice = within(card.getByRole("group", { name: "Description: which value to keep" }));
  await user.click(choice.getByRole("radio", { name: "Take theirs" }));
  expect(description).toHaveValue("Theirs");
  await user.click(choice.getByRole("radio", { name: "Keep yours" }));
  await user.click(save());
  await waitFor(() => expect(router.push).toHaveBeenCalled());
  expect(sent[1]).toMatchObject({
    version: 4,
    policy: {
      description: "Mine",
      where: [{ dimension: "asset_class", operator: "not_in", ids: [27] }],
    },
  });
});

it("leaves days and limits out of a denial", async () => {
  const sent: Update[] = [];
  mockAccess({
    "accessPolicies.update": (input) => {
      sent.push(input);
      return { policy: samplePolicy(), epoch: 1 };
    },
  });
  const { user } = edit();
  await user.click(await screen.findByRole("combobox", { name: /Effect/ }));
  await user.click(await screen.findByRole("option", { name: "Deny" }));
  expect(screen.queryByRole("textbox", { name: "Rows per answer" })).toBeNull();
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.policy).toMatchObject({
    effect: "deny",
    time: {},
    limits: { export_formats: [] },
  });
});

it("begins a copy as a draft with a name of its own", async () => {
  mockAccess();
  create({ copy: policyId });
  expect(await box("Name")).toHaveValue("Copy of Premium Treasuries");
  expect(screen.getByRole("combobox", { name: /Status/ })).toHaveTextContent("Draft");
});

it("does not edit what the installation manages", async () => {
  mockAccess({ "accessPolicies.get": () => policyEntry({ managed: true }) });
  edit();
  expect(await screen.findByText("Managed by the policy set")).toBeInTheDocument();
  expect(screen.queryByRole("textbox")).toBeNull();
});
