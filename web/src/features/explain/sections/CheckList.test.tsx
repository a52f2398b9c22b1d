import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { explain } from "@/app-state/numberExplanation";
import { render } from "@/testing/render";
import { procedures, server, unauthorized } from "@/testing/server";
import { explanation } from "@/testing/timeseriesFixtures";
import { ExplainHost } from "../ExplainHost";

afterEach(() => act(() => explain(null)));

function result(reason: string, claim: string, passed: boolean | null) {
  const lack = passed === null ? "No other source that you may see reports this day." : null;
  return { reason, claim, has_passed: passed, not_compared: lack };
}

describe("the explanation of a reported number", () => {
  it("shows what each check found, and which numbers make it", async () => {
    const explained = explanation();
    const supply = { role: "Total supply", value: 1000, from: "2026-11-19", to: "2026-11-19" };
    const answer = {
      ...explained,
      composition: "Units times the value of one unit.",
      inputs: [{ ...supply, series: explained.series, versions: [] }],
      checks: [
        result("negative", "It is not below zero.", true),
        result("nav_jump", "It moved by a tenth at most.", false),
        result("other", "Sources agree.", null),
      ],
    };
    server.use(
      procedures({
        "users.getProfile": () => unauthorized,
        "search.getInitialSearchGroups": () => [],
        "timeseries.explain": () => answer,
      }),
    );
    render(<ExplainHost />);
    const { subject_kind, subject_slug, measure_slug: measure } = explained.series;
    act(() => explain({ kind: "series", key: { subject_kind, subject_slug, measure } }));
    const sheet = within(await screen.findByRole("dialog", { name: "Explain" }));
    expect(await sheet.findByText("Units times the value of one unit.")).toBeVisible();
    expect(sheet.getByRole("button", { name: /^Total supply/ })).toBeVisible();
    const found = (claim: string) => sheet.getByText(claim).closest("li");
    expect(found("It is not below zero.")).toHaveTextContent(/passed$/);
    expect(found("It moved by a tenth at most.")).toHaveTextContent(/failed$/);
    expect(found("Sources agree.")).toHaveTextContent(
      /^Sources agree\.No other source that you may see reports this day\.not compared$/,
    );
    expect(found("It is not below zero.")).not.toHaveTextContent("No other source");
  });
});
