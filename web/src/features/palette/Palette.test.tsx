import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SearchGroup } from "@/api/contract";
import { isPaletteOpen, setPaletteOpen } from "@/app-state/paletteState";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { procedures, server, session, unauthorized, unavailable } from "@/testing/server";
import { PaletteHost } from "./PaletteHost";

const ofServer: SearchGroup[] = [
  {
    key: "latest",
    label: "Latest",
    items: [{ id: "/", label: "Market Overview", subtitle: null, href: "/", icon: "overview" }],
  },
  {
    key: "assets",
    label: "Assets",
    items: [
      {
        id: "asset-1",
        label: "Harbour fund (sample)",
        subtitle: "HARB",
        href: "/assets/harbour-fund",
        icon: null,
      },
    ],
  },
];

function answering(groups: () => SearchGroup[] | typeof unavailable | Promise<SearchGroup[]>) {
  server.use(
    procedures({
      "users.getProfile": () => unauthorized,
      "search.getInitialSearchGroups": groups,
    }),
  );
}

beforeEach(() => {
  // cmdk scrolls to what is selected, which this browser cannot.
  Element.prototype.scrollIntoView = () => {};
  return () => act(() => setPaletteOpen(false));
});

const box = () => screen.findByRole("combobox", { name: "Search pages and actions" });
const options = () => screen.getAllByRole("option").map((option) => option.textContent);

async function opened(view: ReturnType<typeof render>) {
  await view.user.keyboard("{Control>}k{/Control}");
  return box();
}

describe("opening", () => {
  it("opens by Ctrl-K, Command-K and a slash, and closes by Escape, giving the focus back", async () => {
    answering(() => ofServer);
    const { user } = render(
      <>
        <button type="button">before</button>
        <PaletteHost />
      </>,
    );
    screen.getByRole("button", { name: "before" }).focus();
    for (const keys of ["{Control>}k{/Control}", "{Meta>}k{/Meta}", "/"]) {
      await user.keyboard(keys);
      await waitFor(async () => expect(await box()).toHaveFocus());
      expect(await box()).toHaveValue("");
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
      await waitFor(() => expect(screen.getByRole("button", { name: "before" })).toHaveFocus());
    }
  });

  it("never points to a list that is not there", async () => {
    answering(() => ofServer);
    render(<PaletteHost />);
    const named: boolean[] = [];
    const watch = new MutationObserver(() => {
      const list = document.querySelector("[role=combobox]")?.getAttribute("aria-controls");
      if (list) named.push(document.getElementById(list) !== null);
    });
    watch.observe(document.body, { childList: true, subtree: true, attributes: true });
    fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    const found = await box();
    await waitFor(() => expect(found).toHaveAttribute("aria-expanded", "true"));
    watch.disconnect();
    expect(new Set(named)).toEqual(new Set([true]));
  });

  it("takes what is typed while it is on its way, and Escape ends the wait", async () => {
    answering(() => ofServer);
    const { user } = render(<PaletteHost />);
    // Before anything is rendered, as when the script is still to come.
    act(() => {
      fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
      for (const key of ["h", "a", "x", "Backspace", "r", "Shift"]) {
        fireEvent.keyDown(document.body, { key });
      }
    });
    expect(await box()).toHaveValue("har");
    await user.keyboard("b");
    expect(await box()).toHaveValue("harb");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    fireEvent.keyDown(document.body, { key: "/" });
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(isPaletteOpen()).toBe(false);
  });

  it("ignores a slash that is typed into a field", async () => {
    const { user } = render(
      <>
        <input aria-label="note" />
        <PaletteHost />
      </>,
    );
    await user.type(screen.getByLabelText("note"), "a/b");
    expect(screen.getByLabelText("note")).toHaveValue("a/b");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("leaves the keyboard to another dialog", async () => {
    const { user } = render(
      <>
        <div role="dialog" aria-label="Welcome" data-state="open" />
        <PaletteHost />
      </>,
    );
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });
});

describe("the list", () => {
  it("begins with the pages of the sidebar and takes the server's groups when they arrive", async () => {
    let arrive = (_groups: SearchGroup[]) => {};
    answering(() => new Promise((resolve) => (arrive = resolve)));
    const view = render(<PaletteHost />);
    await opened(view);
    expect(await screen.findByText("Loading the pages of your account")).toBeVisible();
    expect(options()).toContain("Stablecoins");
    act(() => arrive(ofServer));
    await screen.findByRole("option", { name: /Harbour fund/ });
    expect(options()).not.toContain("Stablecoins");
    expect(screen.queryByText("Loading the pages of your account")).not.toBeInTheDocument();
  });

  it("says why the server's groups did not come, keeps the pages, and tries again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    answering(() => unavailable);
    const view = render(<PaletteHost />);
    await opened(view);
    expect(await screen.findByRole("alert")).toHaveTextContent("SERVICE_UNAVAILABLE");
    expect(options()).toContain("Stablecoins");
    answering(() => ofServer);
    await view.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("option", { name: /Harbour fund/ })).toBeVisible();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("says so in its own words when there was no answer at all", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    server.use(http.all("*/api/trpc/:names", () => HttpResponse.error()));
    const view = render(<PaletteHost />);
    await opened(view);
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "An error occurred while fetching initial search state",
    );
  });

  it("narrows to what matches, marks it, counts it, and says when nothing does", async () => {
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    const input = await opened(view);
    await screen.findByRole("option", { name: /Harbour fund/ });
    await view.user.type(input, "harb");
    expect(options()).toEqual(["Harbour fund (sample)HARB"]);
    expect(screen.getByText("Harb", { selector: "mark" })).toBeVisible();
    expect(screen.getByText("1 entry")).toHaveAttribute("role", "status");
    await view.user.type(input, "zzz");
    expect(screen.getByText(/^No pages or actions match “harbzzz”/)).toBeVisible();
    expect(input).toHaveAttribute("aria-expanded", "false");
    expect(input).not.toHaveAttribute("aria-activedescendant");
    expect(screen.queryByRole("option")).not.toBeInTheDocument();
  });
});

describe("choosing", () => {
  it("goes by arrows and Enter, closes, and remembers", async () => {
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    await opened(view);
    await screen.findByRole("option", { name: /Harbour fund/ });
    await view.user.keyboard("{ArrowDown}");
    expect(screen.getByRole("option", { selected: true })).toHaveTextContent("Harbour fund");
    await view.user.keyboard("{Enter}");
    expect(view.router.push).toHaveBeenCalledWith("/assets/harbour-fund");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await opened(view);
    const recent = await screen.findByRole("group", { name: "Recent" });
    expect(within(recent).getAllByRole("option")).toHaveLength(1);
    expect(within(recent).getByRole("option")).toHaveTextContent("Harbour fund");
  });

  it("shows of what was chosen only what is still on offer", async () => {
    localStorage.setItem("assay.recent", JSON.stringify(["gone", "/", 7, null]));
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    await opened(view);
    await screen.findByRole("option", { name: /Harbour fund/ });
    const recent = screen.getByRole("group", { name: "Recent" });
    expect(within(recent).getAllByRole("option")).toHaveLength(1);
  });

  it("acts: theme, density, sidebar", async () => {
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    for (const name of [
      "Switch to the dark theme",
      "Switch to compact rows",
      "Collapse the sidebar",
    ]) {
      await opened(view);
      await view.user.click(await screen.findByRole("option", { name }));
    }
    expect(document.documentElement.dataset).toMatchObject({
      theme: "dark",
      density: "compact",
      sidebar: "narrow",
    });
  });

  it("copies the link to the page", async () => {
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    await opened(view);
    await view.user.click(await screen.findByRole("option", { name: /^Copy the link/ }));
    await waitFor(() =>
      expect(document.querySelector("[data-toast]")).toHaveTextContent("Link copied."),
    );
    expect(await navigator.clipboard.readText()).toBe(window.location.href);
  });

  it("offers to sign in, and to sign out once signed in", async () => {
    answering(() => ofServer);
    const view = render(<PaletteHost />);
    await opened(view);
    await view.user.click(await screen.findByRole("option", { name: "Sign in" }));
    expect(view.router.push).toHaveBeenCalledWith("/login");
    view.unmount();
    server.use(
      session(member.email),
      procedures({
        "users.getProfile": () => member,
        "search.getInitialSearchGroups": () => ofServer,
      }),
    );
    await opened(render(<PaletteHost />));
    expect(await screen.findByRole("option", { name: "Sign out" })).toBeVisible();
  });
});
