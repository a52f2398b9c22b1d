import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useUser } from "@/api/account/user";
import { type AccountExport, productEventDays } from "@/api/contract";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session } from "@/testing/server";
import { SignInRequest } from "@/testing/signInRequest";
import { YourDataCard } from "./YourDataCard";

const running: AccountExport = {
  id: "export-1",
  state: "running",
  sections_done: 3,
  section_count: 19,
  requested_at: "2026-11-27T09:36:00.000Z",
  expires_at: null,
  json_bytes: null,
  csv_bytes: null,
};
const ready: AccountExport = {
  ...running,
  state: "ready",
  sections_done: 19,
  expires_at: "2026-11-28T09:36:00.000Z",
  json_bytes: 12_400,
  csv_bytes: 300,
};
const dueAt = "2026-12-04T17:15:00.000Z";

let results: AccountExport[];
let erasureDueAt: string | null;
let downloads: string[];

type Refusals = { download?: CallFailure; erasure?: CallFailure };

function Card() {
  const load = useUser();
  return <YourDataCard user={load.status === "logged-in" ? load.user : null} />;
}

function open({ download, erasure }: Refusals = {}) {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": () => ({ ...member, erasureDueAt }),
      "search.getInitialSearchGroups": () => [],
      "accountData.exports": () => ({ results, erasure_grace_seconds: 7 * 86_400 }),
      "accountData.startExport": () => {
        results = [running];
        return running;
      },
      "accountData.cancelExport": () => {
        results = [{ ...running, state: "cancelled" }];
        return {};
      },
      "accountData.authorizeDownload": () => download,
      "accountData.requestErasure": () => {
        if (erasure) return erasure;
        erasureDueAt = dueAt;
        return { due_at: dueAt };
      },
      "accountData.cancelErasure": () => {
        erasureDueAt = null;
        return {};
      },
    }),
  );
  return render(
    <>
      <Card />
      <SignInRequest />
    </>,
  );
}

const toast = () => document.querySelector("[data-toast]");

async function press(user: ReturnType<typeof render>["user"], name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    downloads.push(this.pathname);
  });
  results = [];
  erasureDueAt = null;
});

describe("an export", () => {
  it("shows its progress and then its two files", async () => {
    const { user } = open();
    await press(user, "Start export");
    const progress = await screen.findByRole("progressbar", { name: "Progress of the export" });
    expect(progress).toHaveAttribute("value", "3");
    expect(progress).toHaveAttribute("max", "19");
    expect(screen.getByText("3 of 19 sections")).toBeVisible();
    const kept = new RegExp(`records of your use of the site.* kept .* ${productEventDays} days`);
    expect(screen.getByText(kept)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Start export" })).not.toBeInTheDocument();
    results = [ready];
    const json = await screen.findByRole(
      "button",
      { name: "Download JSON (12 kB)" },
      { timeout: 5_000 },
    );
    // The sentence wraps on narrow screens; only its times do not.
    const until = screen.getByText("28 Nov 2026, 09:36 UTC");
    expect(until).toHaveClass("num");
    expect(until.parentElement).not.toHaveClass("num");
    expect(until.parentElement).toHaveTextContent(/Available until 28 Nov 2026, 09:36 UTC\.$/);
    await user.click(json);
    await waitFor(() => expect(downloads).toEqual(["/api/download/account/export-1.json"]));
    await press(user, "Download CSV (1 kB)");
    await waitFor(() => expect(downloads).toContain("/api/download/account/export-1.zip"));
  });

  it("can be cancelled", async () => {
    results = [running];
    const { user } = open();
    await press(user, "Cancel export");
    expect(await screen.findByText("The export was cancelled.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Start export" })).toBeEnabled();
  });

  it("that failed says so", async () => {
    results = [{ ...running, state: "failed" }];
    open();
    expect(await screen.findByText("The export failed. Start another one.")).toBeVisible();
  });

  it("is downloaded after a fresh sign-in only", async () => {
    results = [ready];
    const { user } = open({
      download: new CallFailure("FORBIDDEN", 403, "fresh_sign_in_required"),
    });
    await press(user, "Download JSON (12 kB)");
    await press(user, "Decline to sign in again");
    await waitFor(() => expect(toast()).toHaveTextContent("This change needs a recent sign-in."));
    expect(downloads).toEqual([]);
  });
});

describe("the erasure of the account", () => {
  it("names the date and what happens, and can be taken back", async () => {
    const { user } = open();
    const kept = new RegExp(`a code that changes weekly .* deleted after ${productEventDays} days`);
    expect(await screen.findByText(kept)).toBeVisible();
    await press(user, "Erase account");
    const dialog = screen.getByRole("dialog", { name: "Erase your account?" });
    expect(dialog).toHaveTextContent(/Your account will be erased on \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(4);
    await user.click(within(dialog).getByRole("button", { name: "Erase account" }));
    await waitFor(() =>
      expect(toast()).toHaveTextContent("Your account will be erased on 4 Dec 2026, 17:15 UTC."),
    );
    await press(user, "Keep my account");
    await waitFor(() => expect(toast()).toHaveTextContent("Your account stays."));
    expect(await screen.findByRole("button", { name: "Erase account" })).toBeEnabled();
  });

  it("says why it is refused", async () => {
    const { user } = open({
      erasure: new CallFailure("PRECONDITION_FAILED", 412, "team_not_handed_over"),
    });
    await press(user, "Erase account");
    const dialog = screen.getByRole("dialog", { name: "Erase your account?" });
    await user.click(within(dialog).getByRole("button", { name: "Erase account" }));
    await waitFor(() =>
      expect(toast()).toHaveTextContent("Make another member an owner of each team"),
    );
    expect(screen.queryByRole("button", { name: "Keep my account" })).not.toBeInTheDocument();
  });
});
