import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiKey, UserRecord } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, unavailable } from "@/testing/server";
import { KeysScreen } from "./KeysScreen";
import { mockKeys, sampleKey, sampleSecret, teamMember } from "./keyFixtures";

function show(user: UserRecord = member, query: Record<string, string> = {}) {
  return render(<KeysScreen user={user} />, { pathname: "/settings/api-keys", query });
}

const row = async (name: string) => {
  const heading = await screen.findByRole("heading", { level: 3, name });
  return within(heading.closest("li") as HTMLElement);
};

const toastText = () => document.querySelector("[data-toast]")?.textContent;

beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the list of keys", () => {
  it("says what each key reads, from where, and until when", async () => {
    const where = [{ dimension: "region" as const, operator: "in" as const, ids: [3] }];
    mockKeys([
      sampleKey({ last_used_at: new Date().toISOString() }),
      sampleKey({
        id: "Zk29fJ3Q",
        name: "Dashboard",
        is_test: true,
        ip_cidrs: ["192.0.2.0/24"],
        scopes: [{ actions: ["list", "export"], endpoints: ["issuers"], where }],
      }),
    ]);
    show();
    const all = await row("Nightly import");
    expect(all.getByText("Active")).toBeVisible();
    expect(all.getByText("ak_live_3fJk29Qz_…x8Qd")).toBeVisible();
    expect(all.getByText("Reads all data that you can read.")).toBeVisible();
    expect(all.getByText("just now")).toBeVisible();
    const scoped = await row("Dashboard");
    expect(scoped.getByText("ak_test_Zk29fJ3Q_…x8Qd")).toBeVisible();
    expect(scoped.getByText("List and export issuers in Europe.")).toBeVisible();
    expect(scoped.getByText("192.0.2.0/24")).toBeVisible();
    expect(scoped.getByText("Never")).toBeVisible();
    expect(screen.getByText(/keys in use/)).toHaveTextContent("2 of 20 keys in use.");
  });

  it.each<[string, Partial<ApiKey>, RegExp, string[]]>([
    ["Disabled", { status: "disabled" }, /not used for 180 days/, ["Enable", "Revoke"]],
    ["Replaced", { successor_id: "Zk29fJ3Q" }, /works until 1 Nov 2099/, ["Revoke"]],
    [
      "Expires soon",
      { expires_at: new Date(Date.now() + 86_400_000).toISOString() },
      /Rotate it/,
      ["Edit", "Rotate", "Revoke"],
    ],
    [
      "Revoked",
      { status: "revoked", revoked_at: "2026-11-20T09:00:00.000Z", revocation_reason: "leaked" },
      /it was found in public/,
      [],
    ],
    ["Expired", { expires_at: "2026-11-20T09:00:00.000Z" }, /20 Nov 2026/, []],
  ])("says why a key is %s, and offers what can be done", async (label, part, note, acts) => {
    mockKeys([sampleKey(part)]);
    show();
    const key = await row("Nightly import");
    expect(key.getAllByText(label)[0]).toBeVisible();
    expect(key.getByText(note)).toBeVisible();
    for (const act of ["Edit", "Rotate", "Revoke", "Enable"]) {
      const found = key.queryByRole(act === "Edit" ? "link" : "button", {
        name: `${act} key: Nightly import`,
      });
      expect(found !== null, act).toBe(acts.includes(act));
    }
  });

  it("offers no further key at the limit", async () => {
    mockKeys([sampleKey()], {
      "apiKeys.list": () => ({ results: [sampleKey()], most_keys: 1 }),
    });
    show();
    expect(await screen.findByText(/keys in use/)).toHaveTextContent("1 of 1 keys in use. Revoke");
    expect(screen.queryByRole("link", { name: "New key" })).toBeNull();
  });

  it("says what to do without a key, and why none could be loaded", async () => {
    mockKeys([]);
    const { unmount } = show();
    expect(await screen.findByRole("link", { name: "Create a key" })).toHaveAttribute(
      "href",
      "/settings/api-keys?key=new",
    );
    unmount();
    let broken = true;
    mockKeys([], {
      "apiKeys.list": () =>
        broken ? new CallFailure("FORBIDDEN", 403) : { results: [sampleKey()], most_keys: 20 },
    });
    const { user } = show();
    expect(await screen.findByText("Your API keys could not be loaded")).toBeVisible();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await row("Nightly import");
  });
});

describe("the keys of the organization", () => {
  it("are shown to its owners", async () => {
    const asked: boolean[] = [];
    const owner = teamMember("owner");
    mockKeys([], {
      "apiKeys.list": ({ is_organization }) => {
        asked.push(is_organization);
        return { results: [sampleKey({ user_id: null })], most_keys: 20 };
      },
    });
    show(owner, { owner: "organization" });
    const key = await row("Nightly import");
    expect(asked).toEqual([true]);
    expect(key.getByText(/by you/)).toBeVisible();
    expect(key.getByText("Reads all data of the organization’s plan.")).toBeVisible();
    const nav = within(screen.getByRole("navigation", { name: "Owner of the keys" }));
    const own = nav.getByRole("link", { name: "Your keys" });
    expect(own).toHaveAttribute("href", "/settings/api-keys");
    expect(nav.getByRole("link", { name: "Keys of Harbour (sample)" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    expect(screen.getByRole("link", { name: "New key" })).toHaveAttribute(
      "href",
      "/settings/api-keys?owner=organization&key=new",
    );
  });

  it.each([
    ["owner_required", "Only owners manage these keys"],
    ["membership_required", "No active organization"],
  ])("are refused to others: %s", async (reason, title) => {
    mockKeys([], { "apiKeys.list": () => new CallFailure("FORBIDDEN", 403, reason) });
    show(teamMember("member"), { owner: "organization" });
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  });
});

describe("a change of a key", () => {
  it("rotates it with an overlap, and shows the new text once", async () => {
    const sent: unknown[] = [];
    mockKeys([sampleKey()], {
      "apiKeys.rotate": (input) => {
        sent.push(input);
        return { key: sampleKey({ id: "Zk29fJ3Q" }), secret: sampleSecret };
      },
    });
    const { user } = show();
    await user.click((await row("Nightly import")).getByRole("button", { name: /^Rotate/ }));
    const question = within(screen.getByRole("dialog", { name: "Rotate this key?" }));
    expect(question.getByText(/Both keys work for 24 hours/)).toBeVisible();
    await user.click(question.getByRole("radio", { name: "7 days" }));
    await user.click(question.getByRole("button", { name: "Rotate key" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Your new API key" }));
    expect(dialog.getByText(sampleSecret)).toBeVisible();
    expect(sent).toEqual([{ id: "3fJk29Qz", version: 3, overlap: "week" }]);
    await user.keyboard("{Escape}");
    expect(dialog.getByText(sampleSecret)).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "I have saved the key" }));
    await waitFor(() => expect(screen.queryByText(sampleSecret)).toBeNull());
  });

  it("revokes it after a question, and says why that failed", async () => {
    const sent: unknown[] = [];
    mockKeys([sampleKey()], {
      "apiKeys.revoke": (input) => {
        sent.push(input);
        if (sent.length === 1) return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
        return { key: sampleKey({ status: "revoked" }) };
      },
    });
    const { user } = show();
    const revoke = async () => {
      await user.click((await row("Nightly import")).getByRole("button", { name: /^Revoke/ }));
      await user.click(screen.getByRole("button", { name: "Revoke key" }));
    };
    await revoke();
    await waitFor(() => expect(toastText()).toContain("This key was changed meanwhile."));
    await revoke();
    await waitFor(() => expect(toastText()).toContain("Nightly import was revoked."));
    expect(sent).toEqual([
      { id: "3fJk29Qz", version: 3 },
      { id: "3fJk29Qz", version: 3 },
    ]);
  });

  it("enables one that was disabled", async () => {
    const sent: unknown[] = [];
    mockKeys([sampleKey({ status: "disabled" })], {
      "apiKeys.enable": (input) => {
        sent.push(input);
        return { key: sampleKey() };
      },
    });
    const { user } = show();
    await user.click((await row("Nightly import")).getByRole("button", { name: /^Enable/ }));
    await waitFor(() => expect(sent).toEqual([{ id: "3fJk29Qz", version: 3 }]));
    await waitFor(() => expect(toastText()).toContain("The key is enabled."));
  });
});

describe("the use of a key", () => {
  it("is counted by day, with a table for screen readers", async () => {
    const today = new Date().toISOString().slice(0, 10);
    mockKeys([sampleKey()], {
      "apiKeys.use": () => ({ results: [{ day: today, calls: 1204, refused: 4 }] }),
    });
    const { user } = show();
    const key = await row("Nightly import");
    await user.click(key.getByRole("button", { name: "Use of key: Nightly import" }));
    expect(await key.findByText("1,204 calls, 4 refused")).toBeVisible();
    const table = key.getByRole("table", { name: "Calls by day (UTC)" });
    expect(within(table).getAllByRole("row")).toHaveLength(2);
    expect(within(table).getByRole("cell", { name: "1,204" })).toBeInTheDocument();
  });

  it("says that there was none, or that it could not be loaded", async () => {
    let calls = 0;
    mockKeys([sampleKey()], {
      "apiKeys.use": () => {
        calls += 1;
        return calls === 1 ? new CallFailure("FORBIDDEN", 403) : { results: [] };
      },
    });
    const { user } = show();
    const key = await row("Nightly import");
    await user.click(key.getByRole("button", { name: /^Use of key/ }));
    expect(await key.findByText("The use of this key could not be loaded")).toBeVisible();
    await user.click(key.getByRole("button", { name: "Try again" }));
    expect(await key.findByText("No calls in the last 30 days.")).toBeVisible();
  });
});

it("keeps what it shows while a later request fails", async () => {
  let broken = false;
  mockKeys([], {
    "apiKeys.list": () => (broken ? unavailable : { results: [sampleKey()], most_keys: 20 }),
    "apiKeys.revoke": () => {
      broken = true;
      return { key: sampleKey({ status: "revoked" }) };
    },
  });
  const { user } = show();
  await user.click((await row("Nightly import")).getByRole("button", { name: /^Revoke/ }));
  await user.click(screen.getByRole("button", { name: "Revoke key" }));
  await waitFor(() => expect(toastText()).toContain("Nightly import was revoked."));
  await row("Nightly import");
});
