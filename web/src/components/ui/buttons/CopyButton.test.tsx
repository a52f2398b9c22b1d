import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Address } from "../text/Address";
import { CodeBlock } from "../text/CodeBlock";
import { CopyButton } from "./CopyButton";

const writeText = vi.fn<(text: string) => Promise<void>>();
const address = "0x7712c34205737192402172409a8F7ccef8aA2AEc";

function clipboard(value: unknown) {
  Object.defineProperty(navigator, "clipboard", { value, configurable: true });
}

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  clipboard({ writeText });
});
afterEach(() => clipboard(undefined));

async function press(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  await act(async () => {});
}

describe("copying", () => {
  it("is announced, and forgotten after a while", async () => {
    vi.useFakeTimers();
    render(<CopyButton text="abc" what="link" words />);
    await press("Copy link");
    expect(writeText).toHaveBeenCalledExactlyOnceWith("abc");
    expect(screen.getByText("Copied link")).toHaveAttribute("aria-live", "polite");
    act(() => vi.advanceTimersByTime(2000));
    expect(screen.queryByText("Copied link")).not.toBeInTheDocument();
  });

  it("says so when the browser refuses", async () => {
    writeText.mockRejectedValue(new Error("denied"));
    render(<CopyButton text="abc" what="link" />);
    await press("Copy link");
    expect(
      screen.getByText("Could not copy the link: the browser blocked access to the clipboard"),
    ).toBeInTheDocument();
  });

  it("works without a secure context", async () => {
    clipboard(undefined);
    const copied: string[] = [];
    document.execCommand = () => {
      copied.push(document.querySelector("textarea")?.value ?? "");
      return true;
    };
    render(<CopyButton text="abc" what="link" />);
    await press("Copy link");
    expect(copied).toEqual(["abc"]);
    expect(screen.getByText("Copied link")).toBeInTheDocument();
    expect(document.querySelector("textarea")).toBeNull();
  });
});

describe("an address", () => {
  it("is shown short, read and copied whole", async () => {
    render(<Address value={address} />);
    expect(screen.getByText("0x7712…2AEc")).toBeVisible();
    expect(screen.getByTitle(address)).toBeVisible();
    await press("Copy address");
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address);
  });

  it("is shown and copied with its checksum, and marked where that is wrong", async () => {
    const { rerender } = render(<Address value={address.toLowerCase()} full />);
    expect(screen.getByText(address)).toBeVisible();
    await press("Copy address");
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address);
    expect(screen.queryByText("checksum does not match")).not.toBeInTheDocument();
    rerender(<Address value={address.replace("7", "8")} full />);
    expect(screen.getByText("checksum does not match")).toBeVisible();
  });

  it("leads to the explorer, if the network has one", () => {
    const explorer = { name: "Example Explorer", href: "https://explorer.example/address/1" };
    render(<Address value={address} explorer={explorer} />);
    const link = screen.getByRole("link", { name: "Open the address in Example Explorer" });
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  it("becomes no link to anything but the web", () => {
    render(<Address value={address} explorer={{ name: "Bad", href: "javascript:alert(1)" }} />);
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("is shown in full on request, and if it is short", () => {
    render(
      <>
        <Address value={address} full />
        <Address value="0x12" />
      </>,
    );
    expect(screen.getByText(address)).toBeVisible();
    expect(screen.getByText("0x12")).toBeVisible();
  });
});

it("lets the keyboard scroll code and copies it", async () => {
  render(<CodeBlock code="curl /api" language="curl" label="Request" />);
  expect(screen.getByRole("region", { name: "Request, curl" })).toHaveAttribute("tabindex", "0");
  await press("Copy code");
  expect(writeText).toHaveBeenCalledExactlyOnceWith("curl /api");
});
