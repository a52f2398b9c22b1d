import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApiKey, ApiKeyInput } from "@/api/contract";
import { textOf } from "@/testing/files";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { KeysScreen } from "./KeysScreen";
import { mockKeys, sampleKey, sampleSecret, teamMember } from "./keyFixtures";

function open(key: string, query: Record<string, string> = {}, user = member) {
  return render(<KeysScreen user={user} />, {
    pathname: "/settings/api-keys",
    query: { key, ...query },
  });
}

const box = (name: string | RegExp) => screen.findByRole("textbox", { name });
const button = (name: string) => screen.getByRole("button", { name });

type Update = { id: string; version: number; key: ApiKeyInput };

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

it("creates a key of all data for a year, and shows its text once", async () => {
  const created = mockKeys([]);
  const { user, router } = open("new");
  await user.type(await box("Name"), "Nightly import");
  await user.click(button("Create key"));
  const dialog = within(await screen.findByRole("dialog", { name: "Your new API key" }));
  expect(dialog.getByText(sampleSecret)).toBeVisible();
  expect(dialog.getByText(/not shown again/)).toBeVisible();
  expect(dialog.getByRole("button", { name: "Copy API key" })).toBeVisible();
  expect(router.replace).toHaveBeenCalledWith("/settings/api-keys");
  const [sent] = created;
  expect(sent).toMatchObject({
    is_organization: false,
    is_test: false,
    key: { name: "Nightly import", scopes: [], ip_cidrs: [] },
  });
  const days = (Date.parse(sent?.key.expires_at ?? "") - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);
  expect(JSON.stringify(sessionStorage)).not.toContain(sampleSecret);
});

it("downloads the text as a file of the environment", async () => {
  mockKeys([]);
  let saved: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved = blob as Blob;
    return "blob:key";
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const { user } = open("new");
  await user.type(await box("Name"), "Nightly import");
  await user.click(button("Create key"));
  await user.click(await screen.findByRole("button", { name: "Download as .env" }));
  expect(click).toHaveBeenCalled();
  expect(await textOf(saved)).toBe(`ASSAY_API_KEY=${sampleSecret}\n`);
});

it("creates a test key of the organization with a scope, by keyboard and pickers", async () => {
  const created = mockKeys([], {}, teamMember("owner"));
  const { user } = open("new", { owner: "organization" }, teamMember("owner"));
  await user.type(await box("Name"), "Desk");
  await user.click(screen.getByRole("combobox", { name: /Purpose/ }));
  await user.click(await screen.findByRole("option", { name: "Test" }));
  await user.click(screen.getByRole("radio", { name: "Only these scopes" }));
  const scope = within(screen.getByRole("group", { name: "Scope 1" }));
  await user.click(scope.getByRole("combobox", { name: "Actions" }));
  await user.click(await scope.findByRole("option", { name: "List" }));
  await user.click(scope.getByRole("combobox", { name: "Endpoints" }));
  await user.click(await scope.findByRole("option", { name: "Issuers" }));
  await user.click(scope.getByRole("button", { name: "Region" }));
  await user.click(scope.getByRole("combobox", { name: "Values" }));
  await user.click(await scope.findByRole("option", { name: "Europe" }));
  expect(scope.getByText("List issuers in Europe.")).toBeVisible();
  await user.click(button("In 30 days"));
  await user.type(await box("Networks"), "192.0.2.0/24");
  await user.click(button("Create key"));
  await screen.findByRole("dialog", { name: "Your new API key" });
  expect(created[0]).toMatchObject({
    is_organization: true,
    is_test: true,
    key: {
      scopes: [
        {
          actions: ["list"],
          endpoints: ["issuers"],
          where: [{ dimension: "region", operator: "in", ids: [3] }],
        },
      ],
      ip_cidrs: ["192.0.2.0/24"],
    },
  });
});

it("says at the fields what is missing, and what the server refuses", async () => {
  mockKeys([], {
    "apiKeys.create": () =>
      new CallFailure("BAD_REQUEST", 400, "input_invalid", [
        { path: "scopes[0].where[0].ids", message: "A condition has at most 1000 values." },
        { path: "ip_cidrs[0]", message: "The network is 10.0.0.0/8." },
      ]),
  });
  const { user } = open("new");
  await box("Name");
  await user.click(screen.getByRole("radio", { name: "Only these scopes" }));
  await user.click(button("Create key"));
  await screen.findByRole("region", { name: "1 field needs a change" });
  await user.type(await box("Name"), "Desk");
  await user.click(button("Create key"));
  const summary = within(await screen.findByRole("region", { name: "2 fields need a change" }));
  expect(summary.getByRole("link", { name: "Scope 1: actions" })).toBeInTheDocument();
  expect(summary.getByRole("link", { name: "Scope 1: endpoints" })).toBeInTheDocument();
  const scope = within(screen.getByRole("group", { name: "Scope 1" }));
  await user.click(scope.getByRole("combobox", { name: "Actions" }));
  await user.click(await scope.findByRole("option", { name: "List" }));
  await user.click(scope.getByRole("combobox", { name: "Endpoints" }));
  await user.click(await scope.findByRole("option", { name: "Issuers" }));
  await user.click(scope.getByRole("button", { name: "Region" }));
  await user.click(scope.getByRole("combobox", { name: "Values" }));
  await user.click(await scope.findByRole("option", { name: "Asia" }));
  await user.click(button("Create key"));
  const refused = await screen.findByRole("region", { name: "2 fields need a change" });
  await waitFor(() => expect(refused).toHaveTextContent("Scope 1: region"));
  expect(await box("Networks")).toHaveAccessibleDescription(/The network is 10\.0\.0\.0\/8\./);
});

it("refuses an end beyond two years", async () => {
  mockKeys([]);
  const { user } = open("new");
  await user.type(await box("Name"), "Desk");
  const end = screen.getByLabelText(/^Expires, UTC/);
  await user.clear(end);
  await user.type(end, "2199-01-01T00:00:00");
  await user.click(button("Create key"));
  const summary = await screen.findByRole("region", { name: "1 field needs a change" });
  expect(summary).toHaveTextContent("Enter a time within two years.");
});

it("shows what was changed meanwhile beside one's own, and saves what was decided", async () => {
  const end = new Date(Date.now() + 100 * 86_400_000).toISOString();
  const sent: Update[] = [];
  let stored: ApiKey = sampleKey({ expires_at: end });
  mockKeys([], {
    "apiKeys.list": () => ({ results: [stored], most_keys: 20 }),
    "apiKeys.update": (input) => {
      sent.push(input);
      if (sent.length > 1) return { key: sampleKey({ version: 5 }) };
      stored = sampleKey({
        expires_at: end,
        version: 4,
        name: "Theirs",
        scopes: [{ actions: ["list"], endpoints: ["issuers"], where: [] }],
      });
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
    },
  });
  const { user, router } = open("3fJk29Qz");
  const name = await box("Name");
  await user.clear(name);
  await user.type(name, "Mine");
  await user.click(button("Save changes"));
  const conflict = within(
    await screen.findByRole("region", { name: "This record was changed meanwhile" }),
  );
  expect(conflict.getByText("Scope 1: endpoints")).toBeInTheDocument();
  expect(conflict.getByText("Issuers")).toBeInTheDocument();
  expect(name).toHaveValue("Mine");
  await user.click(button("Save changes"));
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/settings/api-keys"));
  expect(sent[1]).toMatchObject({
    version: 4,
    key: {
      name: "Mine",
      scopes: [{ actions: ["list"], endpoints: ["issuers"], where: [] }],
      expires_at: end,
    },
  });
});

it("edits no key that has ended or is not there", async () => {
  mockKeys([sampleKey({ status: "revoked" })]);
  const { unmount } = open("3fJk29Qz");
  expect(await screen.findByText("This key has ended")).toBeVisible();
  unmount();
  open("Zk29fJ3Q");
  expect(await screen.findByText("This key does not exist")).toBeVisible();
});
