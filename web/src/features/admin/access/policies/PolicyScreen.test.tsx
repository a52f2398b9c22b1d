import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { CallFailure } from "@/testing/server";
import { page } from "../../adminFixtures";
import {
  assignmentId,
  historyEntry,
  mockAccess,
  policyEntry,
  policyId,
  sampleHolder,
} from "../accessFixtures";
import { PolicyScreen } from "./PolicyScreen";
import { useSubjectPolicy } from "./useSubjectPolicy";

function Subject() {
  const subject = useSubjectPolicy();
  return (
    <>
      {subject.head.actions}
      <PolicyScreen subject={subject} />
    </>
  );
}

function show(id = policyId) {
  return render(<Subject />, {
    pathname: "/admin/api_access_policies/[apiAccessPolicyID]",
    query: { apiAccessPolicyID: id },
  });
}

function region(title: string) {
  const section = screen.getByRole("heading", { name: title }).closest("section");
  return within(section as HTMLElement);
}

describe("the page of a policy", () => {
  it("shows the sentence, the definition, the roles and the holders", async () => {
    mockAccess();
    show();
    expect(
      await screen.findByText(
        "Premium Treasuries may list, read and export assets and time series of U.S. Treasuries, up to 50,000 rows an answer.",
      ),
    ).toBeInTheDocument();
    expect(region("Definition").getByText("Asset class is one of U.S. Treasuries")).toBeVisible();
    const roles = await screen.findByRole("list", { name: "Roles" });
    expect(within(roles).getByRole("link", { name: /^Assignment of/ })).toHaveAttribute(
      "href",
      `/admin/api_access_policy_assignments/${assignmentId}`,
    );
    const holders = await screen.findByRole("list", { name: "Holders" });
    expect(await within(holders).findByRole("link", { name: "ada@harbour.example" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Edit" })).toHaveAttribute(
      "href",
      `/admin/api_access_policies/${policyId}/edit`,
    );
  });

  it("loads more holders by the cursor of the answer", async () => {
    const cursors: unknown[] = [];
    mockAccess({
      "accessHolders.list": ({ cursor }) => {
        cursors.push(cursor);
        const more = cursor === null || cursor === undefined;
        const id = `01900000-0000-7000-8000-00000000040${more ? 1 : 2}`;
        return {
          results: [sampleHolder({ id })],
          next_cursor: more ? "next" : null,
          users: 2,
          organizations: 0,
        };
      },
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "More holders" }));
    const holders = await screen.findByRole("list", { name: "Holders" });
    await waitFor(() => expect(within(holders).getAllByRole("listitem")).toHaveLength(2));
    expect(cursors).toEqual([null, "next"]);
    expect(screen.queryByRole("button", { name: "More holders" })).toBeNull();
  });

  it("tells changes and refused attempts in words", async () => {
    mockAccess({
      "accessHistory.list": () => ({
        results: [
          historyEntry({
            changes: [
              {
                field: "where",
                before: [],
                after: ['{"dimension":"asset_class","operator":"not_in","ids":[27]}'],
              },
              {
                field: "limits",
                before: ['{"rows_per_response":10000,"export_formats":[]}'],
                after: [],
              },
            ],
            reason: "Asked for",
          }),
          historyEntry({ id: "2", refusal: "escalation", changes: [] }),
        ],
        pagination: page,
      }),
    });
    show();
    const history = await screen.findByRole("list", { name: "History" });
    const entries = within(history);
    expect(await entries.findByText("Asset class is none of U.S. Treasuries")).toBeVisible();
    expect(entries.getByText("Up to 10,000 rows an answer")).toBeVisible();
    expect(entries.getByText("“Asked for”")).toBeVisible();
    expect(entries.getByText("You cannot give others more access than you have.")).toBeVisible();
  });

  it("archives what was active with a reason, and deletes a draft", async () => {
    const sent: unknown[] = [];
    mockAccess({
      "accessPolicies.archive": (input) => {
        sent.push(input);
        return { policy: policyEntry({ status: "archived" }).policy, epoch: 2 };
      },
      "accessPolicies.delete": (input) => {
        sent.push(input);
        return { policy: policyEntry().policy, epoch: 2 };
      },
    });
    const { user, unmount } = show();
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: "Reason" }), "Replaced");
    await user.click(dialog.getByRole("button", { name: "Archive" }));
    expect(await screen.findByText("Premium Treasuries is archived.")).toBeInTheDocument();
    unmount();

    mockAccess({
      "accessPolicies.get": () => policyEntry({ status: "draft" }, 0),
      "accessPolicies.delete": (input) => {
        sent.push(input);
        return { policy: policyEntry().policy, epoch: 2 };
      },
    });
    const draft = show();
    await draft.user.click(await screen.findByRole("button", { name: "Delete draft" }));
    const question = within(screen.getByRole("dialog"));
    await draft.user.click(question.getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Premium Treasuries was deleted.")).toBeInTheDocument();
    expect(draft.router.push).toHaveBeenCalledWith("/admin/api_access_policies");
    expect(sent).toEqual([
      { id: policyId, version: 3, reason: "Replaced" },
      { id: policyId, version: 3, reason: null },
    ]);
  });

  it("keeps the question open with what the server says against it", async () => {
    mockAccess({
      "accessPolicies.archive": () => new CallFailure("FORBIDDEN", 403, "denial_weakened"),
    });
    const { user } = show();
    await user.click(await screen.findByRole("button", { name: "Archive" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Archive" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent(
      "Only a super administrator can weaken a denial.",
    );
  });

  it("offers no change of what the installation manages", async () => {
    mockAccess({ "accessPolicies.get": () => policyEntry({ managed: true }) });
    show();
    expect(await screen.findByText(/Managed by the policy set/)).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Archive" })).toBeNull();
    expect(screen.getByRole("link", { name: "Copy" })).toHaveAttribute(
      "href",
      `/admin/api_access_policies/new?copy=${policyId}`,
    );
  });

  it("says that an address names no policy", async () => {
    mockAccess({
      "accessPolicies.get": () => new CallFailure("NOT_FOUND", 404, "policy_not_found"),
    });
    const { unmount } = show();
    expect(await screen.findByText("Access policy not found")).toBeInTheDocument();
    unmount();
    show("nothing");
    expect(await screen.findByText("Access policy not found")).toBeInTheDocument();
  });
});
