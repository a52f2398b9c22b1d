import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { load } from "@/testing/timeseriesFixtures";
import { LoadLines } from "./LoadLines";

const everywhere = {
  "users.getProfile": () => unauthorized,
  "search.getInitialSearchGroups": () => [],
};

it("says what a licence does not allow, and nothing where it allows everything", () => {
  server.use(procedures(everywhere));
  const { rerender } = render(<LoadLines load={load()} />);
  expect(screen.queryByText("Redistribution")).toBeNull();
  expect(screen.queryByText("Visible to")).toBeNull();
  rerender(<LoadLines load={load({ is_redistributable: false, visible_to: "members" })} />);
  expect(screen.getByText("Not for redistribution: shown on pages only")).toBeVisible();
  expect(screen.getByText("Members")).toBeVisible();
});
