import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampleFeeder } from "@/testing/timeseriesFixtures";
import { FeedersLeftOut } from "./FeedersLeftOut";

it("names the feeder funds that a total leaves out, with their pages", () => {
  const other = { ...sampleFeeder, asset_slug: "birch-feeder", name: "" };
  const { container } = render(<FeedersLeftOut feeders={[sampleFeeder, other]} feeder_count={5} />);
  expect(container).toHaveTextContent(
    "Excluded, because their value is counted in their master funds: Alder Feeder (sample), birch-feeder and 3 more",
  );
  const addresses = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(addresses).toEqual(["/assets/alder-feeder", "/assets/birch-feeder"]);
});
