import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readScripts } from "@/api/installation/thirdParty";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { ConsentHost } from "./ConsentHost";
import { PrivacyChoices } from "./PrivacyChoices";
import { setChoicesOpen } from "./prompt/choicesOpen";

/** The scripts that should run, as they were last reported; running.test.ts checks that they do. */
const said = vi.hoisted((): { allowed: Array<{ src: string }> } => ({ allowed: [] }));
vi.mock("./scripts/running", () => ({
  runPermittedScripts: async ({ allowed }: typeof said) => {
    said.allowed = allowed;
  },
  forgetPerson: () => {},
}));

const hosts = () => said.allowed.map(({ src }) => new URL(src).host);
const recording = "recording.example";
const forms = "forms.example";

function mockServer(extra: object[] = []) {
  const at = (name: string) => `https://${name}/run.js`;
  const thirdParty = [
    { kind: "recording", src: at(recording), id: "a", names: [] },
    { kind: "forms", src: at(forms), id: "b", names: [] },
    ...extra,
  ];
  server.use(http.get("*/config.json", () => HttpResponse.json({ thirdParty })));
}

function renderConsent(asPath = "/") {
  return render(
    <>
      <ConsentHost />
      <PrivacyChoices />
    </>,
    { asPath },
  );
}

const question = { name: "Allow third-party services?" };
const banner = () => screen.findByRole("region", question);
const noBanner = () => expect(screen.queryByRole("region", question)).not.toBeInTheDocument();
const footer = () => screen.findByRole("button", { name: "Privacy choices" });

beforeEach(() => {
  said.allowed = [];
});

afterEach(() => {
  Reflect.deleteProperty(navigator, "globalPrivacyControl");
  act(() => setChoicesOpen(false));
});

describe("asking for consent", () => {
  it("does not happen where nothing is switched on", async () => {
    let requested = false;
    server.use(
      http.get("*/config.json", () => {
        requested = true;
        return HttpResponse.json({});
      }),
    );
    renderConsent();
    await waitFor(() => expect(requested).toBe(true));
    noBanner();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("offers three answers of one look and loads nothing before one of them", async () => {
    mockServer();
    renderConsent();
    await banner();
    const buttons = ["Accept all", "Reject all", "Choose"].map((name) =>
      screen.getByRole("button", { name }),
    );
    expect(new Set(buttons.map(({ className }) => className)).size).toBe(1);
    expect(hosts()).toEqual([]);
  });

  it("loads everything once all is accepted, and does not ask again", async () => {
    mockServer();
    const { user, unmount } = renderConsent();
    await banner();
    await user.click(screen.getByRole("button", { name: "Accept all" }));
    noBanner();
    await waitFor(() => expect(hosts()).toEqual([recording, forms]));
    unmount();
    renderConsent();
    await footer();
    noBanner();
    const kept = JSON.parse(localStorage.getItem("assay.consent") ?? "null");
    expect(kept).toMatchObject({ version: 1, granted: ["analytics", "marketing"] });
    expect(Date.parse(kept.date)).not.toBeNaN();
  });

  it("loads nothing once all is rejected", async () => {
    mockServer();
    const { user } = renderConsent();
    await banner();
    await user.click(screen.getByRole("button", { name: "Reject all" }));
    noBanner();
    await user.click(await footer());
    await screen.findByRole("dialog");
    expect(hosts()).toEqual([]);
  });

  it("loads what was chosen alone", async () => {
    mockServer();
    const { user } = renderConsent();
    await banner();
    await user.click(screen.getByRole("button", { name: "Choose" }));
    await screen.findByRole("dialog", { name: "Privacy choices" });
    noBanner();
    expect(screen.getByRole("switch", { name: "Usage analytics" })).not.toBeChecked();
    await user.click(screen.getByRole("switch", { name: "Marketing" }));
    await user.click(screen.getByRole("button", { name: "Save choices" }));
    await waitFor(() => expect(hosts()).toEqual([forms]));
  });

  it("asks again about a service that is new since the visitor's choice", async () => {
    mockServer();
    const { user, unmount } = renderConsent();
    await banner();
    await user.click(screen.getByRole("button", { name: "Accept all" }));
    await waitFor(() => expect(hosts()).toHaveLength(2));
    unmount();
    mockServer([{ kind: "visitors", src: "https://visitors.example/run.js", id: "c", names: [] }]);
    renderConsent();
    await banner();
    expect(hosts()).toEqual([recording, forms]);
  });

  it("asks again after a year", async () => {
    mockServer();
    const { user, unmount } = renderConsent();
    await banner();
    await user.click(screen.getByRole("button", { name: "Accept all" }));
    await waitFor(() => expect(hosts()).toHaveLength(2));
    unmount();
    const kept = JSON.parse(localStorage.getItem("assay.consent") ?? "null");
    const date = new Date(Date.now() - 366 * 24 * 60 * 60_000).toISOString();
    localStorage.setItem("assay.consent", JSON.stringify({ ...kept, date }));
    renderConsent();
    await banner();
  });

  it("waits with loading while the address is a secret", async () => {
    mockServer();
    const { user } = renderConsent("/settings/team?invitation=token");
    await banner();
    await user.click(screen.getByRole("button", { name: "Accept all" }));
    await user.click(await footer());
    await screen.findByRole("dialog");
    expect(hosts()).toEqual([]);
  });
});

describe("changing one's mind", () => {
  async function accepted() {
    mockServer();
    const view = renderConsent();
    await banner();
    await view.user.click(screen.getByRole("button", { name: "Accept all" }));
    await waitFor(() => expect(hosts()).toHaveLength(2));
    return view;
  }

  it("leaves out what was withdrawn", async () => {
    const { user } = await accepted();
    await user.click(await footer());
    const measuring = await screen.findByRole("switch", { name: "Usage analytics" });
    expect(measuring).toBeChecked();
    expect(screen.getByRole("dialog")).toHaveTextContent("Your choice dates from");
    await user.click(measuring);
    await user.click(screen.getByRole("button", { name: "Save choices" }));
    await waitFor(() => expect(hosts()).toEqual([forms]));
  });

  it("counts in every tab", async () => {
    await accepted();
    act(() => {
      localStorage.removeItem("assay.consent");
      window.dispatchEvent(new StorageEvent("storage", { key: "assay.consent" }));
    });
    await waitFor(() => expect(hosts()).toEqual([]));
    await banner();
  });
});

describe("Global Privacy Control", () => {
  it("keeps everything off, without a question, and is named as the reason", async () => {
    Object.assign(navigator, { globalPrivacyControl: true });
    mockServer();
    const choice = { version: 1, date: new Date().toISOString(), granted: ["marketing"] };
    const former = ["forms https://forms.example"];
    localStorage.setItem("assay.consent", JSON.stringify({ ...choice, told: former }));
    const { user } = renderConsent();
    await user.click(await footer());
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("Global Privacy Control");
    for (const one of screen.getAllByRole("switch")) {
      expect(one).toBeDisabled();
      expect(one).not.toBeChecked();
    }
    noBanner();
    expect(hosts()).toEqual([]);
  });
});

describe("the scripts of the configuration", () => {
  it("are accepted only if their entry is complete", () => {
    const whole = { kind: "chat", src: "https://chat.example/a.js", id: "x", names: ["y"] };
    const broken = [
      null,
      7,
      { ...whole, kind: "spy" },
      { ...whole, src: "javascript:alert(1)" },
      { ...whole, id: undefined },
    ];
    expect(readScripts([...broken, whole])).toEqual([whole]);
    expect(readScripts({})).toEqual([]);
  });
});
