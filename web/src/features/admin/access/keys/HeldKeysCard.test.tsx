import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApiKey, HeldApiKey, SetApiKeyStatusRequest } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { page, sampleTeam, sampleUser, teamId, userId } from "../../adminFixtures";
import { mockAccess } from "../accessFixtures";
import { sampleExplanation } from "../explanations/explanationFixtures";
import { HeldKeysSection } from "./HeldKeysSection";

function sampleHeld(part: Partial<ApiKey> = {}, use: Partial<HeldApiKey> = {}): HeldApiKey {
  return {
    key: {
      id: "3fJk29Qz",
      version: 3,
      name: "Nightly import",
      is_test: false,
      user_id: userId,
      organization_id: teamId,
      scopes: [{ actions: ["list"], endpoints: ["issuers"], where: [] }],
      ip_cidrs: ["192.0.2.0/24"],
      last_four: "x8Qd",
      created_at: "2026-11-01T09:00:00.250Z",
      created_by: userId,
      expires_at: "2099-11-01T09:00:00.250Z",
      last_used_at: null,
      status: "active",
      revoked_at: null,
      revocation_reason: null,
      successor_id: null,
      is_disabled_by_administrator: false,
      ...part,
    },
    calls: 1_204,
    refused: 3,
    ...use,
  };
}

function open(calls: Parameters<typeof mockAccess>[0]) {
  mockAccess({
    "adminUsers.list": () => ({ results: [sampleUser()], pagination: page }),
    "adminOrganizations.list": () => ({ results: [sampleTeam().organization], pagination: page }),
    ...calls,
  });
  const holder = { kind: "user" as const, id: userId, label: "ada@harbour.example" };
  return render(<HeldKeysSection holder={holder} />);
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("shows the keys of a user with their scopes, their use and where they act", async () => {
  const asked: unknown[] = [];
  open({
    "adminApiKeys.list": (input) => {
      asked.push(input);
      return { results: [sampleHeld(), sampleHeld({ id: "Zk29fJ3Q", status: "revoked" })] };
    },
  });
  const [first, second] = within(await screen.findByRole("list", { name: "API keys" }))
    .getAllByRole("listitem")
    .filter((item) => item.dataset.apiKey);
  expect(first).toHaveTextContent("Nightly importActiveak_live_3fJk29Qz_…x8Qd");
  expect(first).toHaveTextContent("List issuers.");
  expect(first).toHaveTextContent("Calls in 30 days1,204 (3 refused)");
  expect(first).toHaveTextContent("Networks192.0.2.0/24");
  await waitFor(() => expect(first).toHaveTextContent("OrganizationHarbour (sample)"));
  expect(second).toHaveTextContent("Revoked");
  expect(within(second as HTMLElement).queryByRole("button", { name: /^Revoke/ })).toBeNull();
  expect(asked).toEqual([{ user_id: userId }]);
});

it("disables a key for a reason, and enables it again", async () => {
  const sent: SetApiKeyStatusRequest[] = [];
  let held = sampleHeld();
  const { user } = open({
    "adminApiKeys.list": () => ({ results: [held] }),
    "adminApiKeys.setStatus": (input) => {
      sent.push(input);
      const isDisabled = input.status === "disabled";
      const { status } = input;
      held = sampleHeld({ status, is_disabled_by_administrator: isDisabled, version: 4 });
      return { key: held.key };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Disable key: Nightly import" }));
  const dialog = within(screen.getByRole("dialog", { name: "Disable this key?" }));
  await user.click(dialog.getByRole("button", { name: "Disable key" }));
  expect(dialog.getByRole("textbox", { name: /Reason/ })).toHaveAccessibleDescription(
    /Enter a reason\./,
  );
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "Unknown network");
  await user.click(dialog.getByRole("button", { name: "Disable key" }));
  expect(await screen.findByText("Nightly import was disabled.")).toBeVisible();
  expect(await screen.findByText(/An administrator disabled it\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Disable key: Nightly import" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Enable key: Nightly import" }));
  const enabling = within(screen.getByRole("dialog", { name: "Enable this key?" }));
  await user.type(enabling.getByRole("textbox", { name: /Reason/ }), "Network is known");
  await user.click(enabling.getByRole("button", { name: "Enable key" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { id: "3fJk29Qz", version: 3, status: "disabled", reason: "Unknown network" },
    { id: "3fJk29Qz", version: 4, status: "active", reason: "Network is known" },
  ]);
});

it("says in the dialog why a key was not revoked", async () => {
  const { user } = open({
    "adminApiKeys.list": () => ({ results: [sampleHeld()] }),
    "adminApiKeys.setStatus": () => new CallFailure("PRECONDITION_FAILED", 412, "key_ended"),
  });
  await user.click(await screen.findByRole("button", { name: "Revoke key: Nightly import" }));
  const dialog = within(screen.getByRole("dialog", { name: "Revoke this key?" }));
  await user.type(dialog.getByRole("textbox", { name: /Reason/ }), "Found in a chat");
  await user.click(dialog.getByRole("button", { name: "Revoke key" }));
  expect(await dialog.findByText("This key has expired or was revoked meanwhile.")).toBeVisible();
});

it("says that there are no keys, and loads them again after a failure", async () => {
  let attempts = 0;
  const { user } = open({
    "adminApiKeys.list": () => {
      attempts += 1;
      if (attempts === 1) return new CallFailure("FORBIDDEN", 403);
      return { results: [] };
    },
  });
  expect(await screen.findByText("The API keys could not be loaded")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No API keys.")).toBeVisible();
});

it("explains a decision on a call of a key, with its scopes and roles that ended", async () => {
  const sent: unknown[] = [];
  const held = sampleHeld();
  const { user } = open({
    "adminApiKeys.list": () => ({ results: [held] }),
    "accessExplanations.get": (input) => {
      sent.push(input);
      return sampleExplanation({
        is_allowed: false,
        denial_reason: "principal.key_refused",
        permissions: [],
        links: [],
        visibility: null,
        narrowed_by: [],
        limits: null,
        key: {
          key: held.key,
          obstacles: ["disabled", "address_unknown"],
          scopes: [{ obstacles: ["endpoint"], conditions: [] }],
        },
        ended_roles: [
          { role_id: userId, role_name: "guest", ended_at: "2026-11-03T10:00:00.000Z" },
        ],
      });
    },
  });
  await user.click(
    await screen.findByRole("button", { name: "Explain decisions on key: Nightly import" }),
  );
  expect(await screen.findByRole("textbox", { name: /API key/ })).toHaveValue("3fJk29Qz");
  await user.click(screen.getByRole("button", { name: "Explain" }));
  const decision = await screen.findByText("Denied");
  expect(decision.closest("[role=status]")).toHaveTextContent(
    "Denied The API key is refused, whatever its policies allow.",
  );
  expect(sent).toEqual([
    expect.objectContaining({ user_id: null, organization_id: null, api_key_id: "3fJk29Qz" }),
  ]);
  expect(
    screen.getByText(
      "The key is refused. The key is disabled. The key has networks, and the address of the caller is unknown.",
    ),
  ).toBeVisible();
  const scopes = await screen.findByRole("list", { name: "Scopes of the key" });
  expect(scopes).toHaveTextContent("List issuers.No effectThe scope is about other endpoints.");
  expect(screen.getByRole("list", { name: "Roles that ended" })).toHaveTextContent(/guest until/);
});
