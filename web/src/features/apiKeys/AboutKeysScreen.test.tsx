import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { AboutKeysScreen } from "./AboutKeysScreen";
import { sampleSecret } from "./keyFixtures";

it("shows how to send a key, by which pattern it is found, and where it is managed", () => {
  render(<AboutKeysScreen />);
  const list = screen.getByRole("figure", { name: "A page of a list" });
  expect(list).toHaveTextContent('-H "Authorization: Bearer $ASSAY_API_KEY"');
  const pattern = screen.getByRole("figure", { name: "Pattern of keys" });
  const text = pattern.querySelector("pre")?.textContent ?? "";
  expect(sampleSecret).toMatch(new RegExp(`^${text}$`));
  expect(screen.getByRole("link", { name: "Manage keys" })).toHaveAttribute(
    "href",
    "/settings/api-keys",
  );
  expect(screen.getByRole("link", { name: "Show your plan" })).toHaveAttribute(
    "href",
    "/settings/plan",
  );
});
