import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { member as person } from "@/testing/records";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { ada, bo, inTeam, mockServer, requests, Screen, team, toast } from "./teamFixtures";

const said = (text: string) => waitFor(() => expect(toast()).toHaveTextContent(text));

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("the organizations", () => {
  it("are listed with the active one marked, and the others to switch to", async () => {
    mockServer();
    const { user } = render(<Screen />);
    const active = await screen.findByText("Active");
    expect(active.closest("li")).toHaveTextContent("Harbour Desk (sample)");
    await user.click(screen.getByRole("button", { name: "Switch to Personal" }));
    await said("Switched to Personal.");
    expect(requests).toEqual([["switch", { organization_id: "organization-1" }]]);
  });

  it("show no team to somebody who works alone", async () => {
    mockServer({ user: person });
    render(<Screen />);
    await screen.findByText("Your organizations");
    expect(screen.queryByText("Members")).not.toBeInTheDocument();
    expect(screen.queryByText("This team")).not.toBeInTheDocument();
  });

  it("gain a team by its name", async () => {
    mockServer({ user: person });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Create a team" }));
    const dialog = screen.getByRole("dialog", { name: "Create a team" });
    expect(within(dialog).getByRole("button", { name: "Create team" })).toBeDisabled();
    await user.type(within(dialog).getByRole("textbox", { name: /Name/ }), "Harbour{Enter}");
    await said("Team created.");
    expect(requests).toEqual([["create", { name: "Harbour" }]]);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("say beside the name why it was refused", async () => {
    mockServer({
      user: person,
      "teams.create": () => new CallFailure("BAD_REQUEST", 400, "team_name_refused"),
    });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Create a team" }));
    await user.type(screen.getByRole("textbox", { name: /Name/ }), "http://x{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("without a web address");
    expect(screen.getByRole("dialog")).toBeVisible();
  });
});

describe("the members", () => {
  it("are shown with their roles, oneself marked", async () => {
    mockServer();
    render(<Screen />);
    const row = (await screen.findByText("(you)")).closest("li");
    expect(row).toHaveTextContent("ada@example.com");
    expect(row).toHaveTextContent("Owner");
    expect(screen.getByText("bo@example.com").closest("li")).toHaveTextContent("1 Nov 2026");
  });

  it("are removed after a question", async () => {
    mockServer();
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Change bo@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Remove from team" }));
    const dialog = await screen.findByRole("dialog", { name: "Remove this member?" });
    expect(requests).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Remove" }));
    await said("bo@example.com is no longer a member.");
    expect(requests).toEqual([["removeMember", { organization_id: team.id, user_id: "user-2" }]]);
  });

  it("become owners after a question", async () => {
    mockServer();
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Change bo@example.com" }));
    await user.click(screen.getByRole("menuitem", { name: "Make owner" }));
    await user.click(await screen.findByRole("button", { name: "Make owner" }));
    await said("The role of bo@example.com has changed.");
    expect(requests).toEqual([
      ["setRole", { organization_id: team.id, user_id: "user-2", role: "owner" }],
    ]);
  });

  it("keep the last owner, and say why", async () => {
    mockServer({
      "teams.setRole": () => new CallFailure("PRECONDITION_FAILED", 412, "last_owner"),
    });
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Change ada@example.com" }));
    expect(screen.queryByRole("menuitem", { name: /Remove/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole("menuitem", { name: "Step down to member" }));
    await user.click(await screen.findByRole("button", { name: "Step down" }));
    await said("A team needs at least one owner.");
    expect(toast()).toHaveAttribute("data-variant", "danger");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("are only looked at by a member", async () => {
    mockServer({ user: inTeam("member") });
    render(<Screen />);
    await screen.findByText("bo@example.com");
    expect(screen.queryByRole("button", { name: /^Change/ })).not.toBeInTheDocument();
    expect(screen.queryByText("Invitations")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Rename" })).not.toBeInTheDocument();
    expect(screen.queryByRole("switch")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Leave team" })).toBeVisible();
  });

  it("are searched when there are many", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      ...bo,
      user_id: `user-${index + 10}`,
      email: `person${index}@example.com`,
    }));
    mockServer({ "teams.members": () => ({ results: [ada, ...many] }) });
    const { user } = render(<Screen />);
    const search = await screen.findByRole("searchbox", { name: "Search members" });
    await user.type(search, "PERSON11");
    expect(screen.getByText("person11@example.com")).toBeVisible();
    expect(screen.queryByText("person1@example.com")).not.toBeInTheDocument();
    await user.type(search, "x");
    expect(screen.getByText("No members match")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show all members" }));
    expect(screen.getByText("person1@example.com")).toBeVisible();
  });

  it("can be loaded again when they cannot be loaded", async () => {
    let broken = true;
    mockServer({
      "teams.members": () =>
        broken
          ? new CallFailure("NOT_FOUND", 404, "organization_not_found")
          : { results: [ada, bo] },
    });
    const { user } = render(<Screen />);
    expect(await screen.findByText("The members could not be loaded")).toBeVisible();
    expect(screen.getByText("You are no longer a member of this team.")).toBeVisible();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("bo@example.com")).toBeVisible();
  });
});

describe("this team", () => {
  it("is renamed by an owner", async () => {
    mockServer();
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Rename" }));
    const name = screen.getByRole("textbox", { name: /Name/ });
    expect(name).toHaveValue("Harbour Desk (sample)");
    await user.clear(name);
    await user.type(name, "Quay{Enter}");
    await said("The team has a new name.");
    expect(requests).toEqual([["rename", { organization_id: team.id, name: "Quay" }]]);
  });

  it("is left after a question", async () => {
    mockServer();
    const { user } = render(<Screen />);
    await user.click(await screen.findByRole("button", { name: "Leave team" }));
    const dialog = screen.getByRole("dialog", { name: "Leave this team?" });
    await user.click(within(dialog).getByRole("button", { name: "Leave" }));
    await said("You left Harbour Desk (sample).");
    expect(requests).toEqual([["leave", { organization_id: team.id }]]);
  });
});
