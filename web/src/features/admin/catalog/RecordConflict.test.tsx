import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { CallFailure } from "@/testing/server";
import { mockServer } from "../adminFixtures";
import { box, calls, issuer, open, save, second } from "./recordFixtures";

it("shows what somebody else saved beside one's own, and saves what was decided", async () => {
  const sent: Array<{ records: Array<Record<string, unknown>> }> = [];
  let kept = issuer();
  mockServer({
    ...calls,
    "issuers.get": () => kept,
    "catalog.save": (input) => {
      sent.push(input);
      if (sent.length > 1) {
        return { results: [{ id: 1, slug: "quay", action: "updated", updated_at: second }] };
      }
      kept = issuer({ name: "Quay Group", legal_name: "Quay plc", updated_at: second });
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
    },
  });
  const { user } = open();
  const name = await box("Legal name");
  await user.clear(name);
  await user.type(name, "Quay SA");
  await user.click(save());
  const card = await screen.findByRole("region", { name: "This record was changed meanwhile" });
  await waitFor(() => expect(card).toHaveFocus());
  expect(await within(card).findByText("ada@harbour.example")).toBeInTheDocument();
  expect(await box("Name")).toHaveValue("Quay Group");
  expect(within(card).getByText("Taken over")).toBeInTheDocument();
  const choice = within(card).getByRole("group", { name: "Legal name: which value to keep" });
  expect(within(choice).getByRole("radio", { name: "Keep yours" })).toBeChecked();
  await user.click(within(choice).getByRole("radio", { name: "Take theirs" }));
  expect(name).toHaveValue("Quay plc");
  await user.click(within(choice).getByRole("radio", { name: "Keep yours" }));
  await user.click(save());
  expect(await screen.findByText(/^Saved$/)).toBeInTheDocument();
  const record = { slug: "quay", updated_at: second, legal_name: "Quay SA" };
  expect(sent[1]?.records).toEqual([record]);
});

it("offers to create again what somebody removed meanwhile", async () => {
  let removed = false;
  const sent: Array<{ records: Array<Record<string, unknown>> }> = [];
  mockServer({
    ...calls,
    "issuers.get": () =>
      removed ? new CallFailure("NOT_FOUND", 404, "issuer_not_found") : issuer(),
    "catalog.save": (input) => {
      sent.push(input);
      removed = true;
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
    },
  });
  const { user } = open();
  await user.type(await box("Legal name"), "x");
  await user.click(save());
  await screen.findByRole("region", { name: "This record was removed meanwhile" });
  await user.click(save());
  await screen.findByRole("region", { name: "This record was removed meanwhile" });
  expect(sent[1]?.records[0]).toMatchObject({ updated_at: null, name: "Quay" });
});

it("goes to the history when input for a removed record is discarded", async () => {
  let removed = false;
  mockServer({
    ...calls,
    "issuers.get": () =>
      removed ? new CallFailure("NOT_FOUND", 404, "issuer_not_found") : issuer(),
    "catalog.save": () => {
      removed = true;
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
    },
  });
  const { user } = open();
  await user.type(await box("Legal name"), "x");
  await user.click(save());
  await screen.findByRole("region", { name: "This record was removed meanwhile" });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("Issuer not found")).toBeInTheDocument();
  expect(screen.getByRole("list", { name: "History" })).toBeInTheDocument();
});

it("says nothing of a conflict whose input was discarded", async () => {
  let kept = issuer();
  mockServer({
    ...calls,
    "issuers.get": () => kept,
    "catalog.save": () => {
      kept = issuer({ legal_name: "Quay plc", updated_at: second });
      return new CallFailure("PRECONDITION_FAILED", 412, "record_changed");
    },
  });
  const { user } = open();
  await user.type(await box("Legal name"), " SA");
  await user.click(save());
  await screen.findByRole("region", { name: "This record was changed meanwhile" });
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("region", { name: /changed meanwhile/ })).toBeNull();
  expect(await box("Legal name")).toHaveValue("Quay plc");
});
