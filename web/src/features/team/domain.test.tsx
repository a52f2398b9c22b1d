import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DomainClaim } from "@/api/contract";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { bo, claim, inTeam, mockServer, requests, Screen, team } from "./teamFixtures";

const ofTeam = { organization_id: team.id };

/** The server's answers about one claim. */
function mockClaim(part: Partial<DomainClaim>) {
  mockServer({ "teams.domain": () => ({ claim: { ...claim, ...part } }) });
}

async function statusText() {
  await screen.findByText("Record value");
  return screen.getByText(/record|DNS/i, { selector: "[role=status]" }).textContent;
}

describe("the domain of a team", () => {
  it("is that of the owner by default, and is claimed", async () => {
    let claimed = false;
    mockServer({
      "teams.domain": () => ({ claim: claimed ? claim : null }),
      "teams.claimDomain": (input: unknown) => {
        requests.push(["claimDomain", input]);
        claimed = true;
        return { claim };
      },
    });
    const { user } = render(<Screen />);
    expect(await screen.findByRole("textbox", { name: /^Domain/ })).toHaveValue("example.com");
    await user.click(screen.getByRole("button", { name: "Claim domain" }));
    expect(await screen.findByText("_assay.example.com")).toBeVisible();
    expect(screen.getByText("assay-verification=0a1b2c")).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy value of the record" })).toBeVisible();
    expect(screen.getByText("Pending")).toBeVisible();
    expect(requests).toEqual([["claimDomain", { ...ofTeam, domain: "example.com" }]]);
  });

  it("is not proposed where anybody can have an address, and a refusal stands at the field", async () => {
    mockServer({
      user: { ...inTeam(), email: "ada@gmail.com" },
      "teams.claimDomain": () => new CallFailure("PRECONDITION_FAILED", 412, "domain_public"),
    });
    const { user } = render(<Screen />);
    const field = await screen.findByRole("textbox", { name: /^Domain/ });
    expect(field).toHaveValue("");
    await user.type(field, "mozmail.com");
    await user.click(screen.getByRole("button", { name: "Claim domain" }));
    expect(await screen.findByText(/public e-mail providers, forwarding/)).toBeVisible();
    expect(field).toBeInvalid();
  });

  it.each<[string, Partial<DomainClaim>, string, RegExp]>([
    ["not checked", {}, "Pending", /Publish the DNS record below/],
    ["missing", { result: "missing" }, "Pending", /No TXT record was found at _assay.example.com/],
    ["different", { result: "different" }, "Pending", /has another value/],
    ["unreachable", { result: "unreachable" }, "Pending", /DNS servers .* did not answer/],
    [
      "proved",
      { state: "proved", proved_at: "2026-11-20T09:00:00.000Z", result: "found" },
      "Proved",
      /^Proved on .*20.* are offered the team/,
    ],
    [
      "about to be lost",
      {
        state: "proved",
        proved_at: "2026-11-20T09:00:00.000Z",
        result: "missing",
        missed_at: "2026-11-24T09:00:00.000Z",
        ends_at: "2026-11-27T09:00:00.000Z",
      },
      "Record missing",
      /missing since .*24.* before .*27/,
    ],
    [
      "lost",
      { state: "lost", result: "missing", missed_at: "2026-11-24T09:00:00.000Z" },
      "Proof ended",
      /nobody else can join by the domain. Members stay/,
    ],
  ])("is described when it is %s", async (_, part, label, sentence) => {
    mockClaim(part);
    render(<Screen />);
    expect(await statusText()).toMatch(sentence);
    expect(screen.getByText(label)).toBeVisible();
  });

  it("is checked now", async () => {
    let proved = false;
    mockServer({
      "teams.domain": () => ({
        claim: proved
          ? { ...claim, state: "proved", result: "found", proved_at: "2026-11-20T09:00:00.000Z" }
          : claim,
      }),
      "teams.checkDomain": (input: unknown) => {
        requests.push(["checkDomain", input]);
        proved = true;
        return { claim };
      },
    });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Check now" }));
    expect(await screen.findByText(/^Proved on/)).toBeVisible();
    expect(requests).toEqual([["checkDomain", ofTeam]]);
  });

  it("says why a check was refused", async () => {
    mockServer({
      "teams.domain": () => ({ claim }),
      "teams.checkDomain": () =>
        new CallFailure("TOO_MANY_REQUESTS", 429, "too_many_domain_checks"),
    });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Check now" }));
    expect(await screen.findByText(/checked too often/)).toBeVisible();
  });

  it("is withdrawn after a question", async () => {
    mockClaim({ state: "proved", proved_at: "2026-11-20T09:00:00.000Z", result: "found" });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Withdraw" }));
    const dialog = screen.getByRole("dialog", { name: "Withdraw the domain?" });
    expect(dialog).toHaveTextContent("Members stay.");
    await user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
    await screen.findByText("People join by invitation only.");
    expect(requests).toEqual([["withdrawDomain", ofTeam]]);
  });

  it("is shown to owners only", async () => {
    mockServer({ user: inTeam("member", { domain: "example.com" }) });
    render(<Screen />);
    expect(await screen.findByText("Addresses at example.com")).toBeVisible();
    expect(await screen.findByText(bo.email)).toBeVisible();
    expect(screen.queryByText("E-mail domain")).toBeNull();
  });
});
