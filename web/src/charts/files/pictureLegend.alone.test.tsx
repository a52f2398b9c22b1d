import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "@/testing/layers";
import { saveFile } from "@/lib/browser/saveFile";
import { colourStepOf } from "@/lib/entityColourStep";
import "@/testing/charts";
import { textOf } from "@/testing/files";
import { legendRow, showChart } from "@/testing/networkChart";

vi.mock("@/lib/browser/saveFile", async (actual) => ({
  ...(await actual<object>()),
  saveFile: vi.fn(),
}));
vi.mock("../painting/painter", async (actual) => ({
  ...(await actual<object>()),
  svgOf: async () => "<svg />",
}));

/** Ids whose lines have the colour of the first one. */
const alike = Array.from({ length: 60 }, (_, place) => `line-${place}`)
  .filter((id) => colourStepOf(id) === colourStepOf("line-0"))
  .slice(0, 3);

it("tells lines of one colour apart in the legend of a picture as on the screen", async () => {
  const lines = alike.map((id, place) => ({ id, name: id, sample: false, values: [1 + place] }));
  const rate = { id: "rate", name: "rate", sample: false, values: [9], role: "reference" as const };
  const data = { days: ["2026-11-19"], series: [...lines, rate] };
  const user = showChart({ data, kind: "line" });
  const names = [...alike, "rate"];
  const onScreen = names.map(
    (name) =>
      legendRow(new RegExp(name)).querySelector("svg path")?.getAttribute("stroke-dasharray") ??
      "none",
  );
  expect(new Set(onScreen).size).toBe(names.length);
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(within(screen.getByRole("menu")).getByText("Download SVG"));
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalled());
  const [file] = vi.mocked(saveFile).mock.lastCall ?? [];
  const picture = new DOMParser().parseFromString(await textOf(file as Blob), "image/svg+xml");
  const sampleOf = (name: string) =>
    [...picture.querySelectorAll("text")].find(({ textContent }) => textContent === name)
      ?.previousElementSibling;
  expect(names.map((name) => sampleOf(name)?.getAttribute("stroke-dasharray"))).toEqual(onScreen);
});
