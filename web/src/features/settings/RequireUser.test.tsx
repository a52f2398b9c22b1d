import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { member } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure, procedures, server, session } from "@/testing/server";
import { RequireUser } from "./RequireUser";

const forbidden = new CallFailure("FORBIDDEN", 403);

function mockServer(profile: () => typeof member | CallFailure) {
  server.use(
    session(member.email),
    procedures({
      "users.getProfile": profile,
      "search.getInitialSearchGroups": () => [],
    }),
  );
}

function renderContent() {
  return render(<RequireUser>{(user) => <p>Hello {user.email}</p>}</RequireUser>);
}

const hello = () => screen.findByText("Hello ada@example.com");

function returnToTab() {
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("content for signed-in users", () => {
  it("is shown to a user", async () => {
    mockServer(() => member);
    renderContent();
    expect(screen.getByRole("status")).toHaveTextContent("Loading your account");
    expect(await hello()).toBeVisible();
  });

  it("lets the frame become the content", async () => {
    mockServer(() => member);
    const field = (name: string) => <input aria-label="Name" defaultValue={name} />;
    render(<RequireUser frame={field("")}>{(user) => field(user.email)}</RequireUser>);
    const before = screen.getByRole("textbox", { name: "Name" });
    expect(screen.getByRole("status")).toHaveTextContent("Loading your account");
    await waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());
    expect(screen.getByRole("textbox", { name: "Name" })).toBe(before);
  });

  it("says when the account cannot be loaded, and tries again", async () => {
    let answer: typeof member | CallFailure = forbidden;
    mockServer(() => answer);
    const { user } = renderContent();
    expect(await screen.findByText("Your account could not be loaded")).toBeVisible();
    answer = member;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await hello()).toBeVisible();
  });

  it("outlasts a session that cannot be read for a moment", async () => {
    let reads = 0;
    mockServer(() => member);
    renderContent();
    await hello();
    server.use(
      http.get("*/api/auth/session", () => {
        reads += 1;
        if (reads === 1) return new HttpResponse("", { status: 503 });
        return HttpResponse.json({ user: { email: member.email }, expires: "2030-01-01" });
      }),
    );
    returnToTab();
    await waitFor(() => expect(reads).toBeGreaterThan(1));
    expect(await hello()).toBeVisible();
  });
});
