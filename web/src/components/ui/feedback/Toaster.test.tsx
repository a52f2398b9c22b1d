import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { dismissToast, showToast, type Toast } from "@/lib/toasts";
import { Toaster } from "./Toaster";

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

function show(toast: Toast) {
  act(() => {
    showToast(toast);
  });
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const card = (id: string) => document.querySelector(`[data-toast="${id}"]`);

describe("a toast", () => {
  it.each(["primary", "success", "warning", "danger"] as const)("comes as %s", (variant) => {
    show({ id: "t", message: "Saved", variant });
    expect(card("t")).toHaveAttribute("data-variant", variant);
  });

  it("is primary and dismissible by default", () => {
    show({ id: "t", message: "Saved" });
    expect(card("t")).toHaveAttribute("data-variant", "primary");
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(card("t")).not.toBeInTheDocument();
  });

  it("offers no button when it is not dismissible", () => {
    show({ id: "t", message: "Saved", dismissible: false });
    expect(screen.queryByRole("button", { name: "Dismiss" })).not.toBeInTheDocument();
  });

  it("goes by itself after five seconds", () => {
    show({ id: "t", message: "Saved" });
    pass(4900);
    expect(card("t")).toBeInTheDocument();
    pass(200);
    expect(card("t")).not.toBeInTheDocument();
  });

  it("stays as long as its duration", () => {
    show({ id: "t", message: "Saved", duration: 9000 });
    pass(8900);
    expect(card("t")).toBeInTheDocument();
  });

  it("waits while the pointer rests on it", () => {
    show({ id: "t", message: "Saved" });
    const region = card("t")?.closest("[role=region]") as HTMLElement;
    fireEvent.pointerMove(region);
    pass(20_000);
    expect(card("t")).toBeInTheDocument();
    fireEvent.pointerLeave(region);
    pass(5100);
    expect(card("t")).not.toBeInTheDocument();
  });

  it("goes by itself after an earlier one was closed with its own button", () => {
    show({ id: "first", message: "Saved" });
    const region = card("first")?.closest("[role=region]") as HTMLElement;
    fireEvent.pointerMove(region);
    const dismiss = screen.getByRole("button", { name: "Dismiss" });
    act(() => dismiss.focus());
    fireEvent.click(dismiss);
    pass(600);
    for (const id of ["second", "third"]) show({ id, message: "Saved again" });
    pass(5100);
    expect(document.querySelectorAll("[data-toast]")).toHaveLength(0);
  });

  it.each(["Enter", "Escape"])("gives the focus back when %s closes the last", (key) => {
    const place = document.body.appendChild(document.createElement("button"));
    place.focus();
    show({ id: "t", message: "Saved" });
    const dismiss = screen.getByRole("button", { name: "Dismiss" });
    act(() => dismiss.focus());
    if (key === "Enter") fireEvent.click(dismiss);
    else fireEvent.keyDown(dismiss, { key });
    expect(place).toHaveFocus();
    place.remove();
  });

  it("lets a press on its button leave the focus where it is", () => {
    show({ id: "t", message: "Saved" });
    // A press whose default is prevented moves no focus.
    expect(fireEvent.mouseDown(screen.getByRole("button", { name: "Dismiss" }))).toBe(false);
  });

  it("takes the place of the one with its id and begins its time anew", () => {
    show({ id: "t", message: "First" });
    pass(4000);
    show({ id: "t", message: "Second" });
    pass(4000);
    expect(card("t")).toHaveTextContent("Second");
    expect(document.querySelectorAll("[data-toast]")).toHaveLength(1);
  });

  it("stands beside others without an id", () => {
    show({ message: "First" });
    show({ message: "Second" });
    expect(document.querySelectorAll("[data-toast]")).toHaveLength(2);
  });

  it("makes room for a sixth: the oldest goes", () => {
    for (const id of ["1", "2", "3", "4", "5", "6"]) show({ id, message: `Toast ${id}` });
    pass(500);
    const shown = [...document.querySelectorAll<HTMLElement>("[data-toast]")];
    expect(shown.map((toast) => toast.dataset.toast)).toEqual(["2", "3", "4", "5", "6"]);
  });

  it("is announced to screen readers with its kind", () => {
    show({ id: "t", message: "Not saved", variant: "danger" });
    pass(100);
    const spoken = [...document.querySelectorAll("[role=status]")].map((node) => node.textContent);
    expect(spoken.join(" ")).toContain("Not saved");
    expect(card("t")).toHaveTextContent("Error: Not saved");
  });

  it("fades for half a second", () => {
    show({ id: "t", message: "Saved" });
    expect(card("t")?.className).toContain("data-[state=closed]:animate-toast-out");
    act(() => dismissToast("t"));
    pass(500);
    expect(document.querySelectorAll("[data-toast]")).toHaveLength(0);
  });
});
