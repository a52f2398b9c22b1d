import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { render } from "@/testing/render";
import { GalleryScreen } from "./GalleryScreen";

describe("the gallery", () => {
  it("lists the families with an address each", () => {
    render(<GalleryScreen />);
    const link = screen.getByRole("link", { name: /^States/ });
    expect(link).toHaveAttribute("href", "/developer/visualization?family=states");
  });

  it.each([
    ["foundations", "Foundations", ["Spacing, shape, elevation", /^Motion/, /^Density/, "Icons"]],
    ["states", "States", ["Headers of pages", "Empty states", "Errors", "Loading"]],
    [
      "states",
      "States",
      [
        "Notices to the whole window",
        "Allow third-party services?",
        "Unexpected error on this page",
      ],
    ],
    ["controls", "Controls", ["Ranges of days", "Layers", "Layers in other states"]],
    ["fields", "Fields", ["Texts", "Selectors", /^Comboboxes/]],
  ] as const)("shows all that belongs to %s", async (family, label, parts) => {
    render(<GalleryScreen />, { query: { family } });
    const shown = await screen.findByRole("region", { name: label });
    for (const name of parts) {
      expect(await within(shown).findAllByRole("heading", { name })).not.toHaveLength(0);
    }
  });

  it("shows a family as the address asks for it, and leaves as it was", async () => {
    document.documentElement.dataset.density = "comfortable";
    const query = {
      family: "states",
      theme: "dark",
      density: "compact",
      direction: "rtl",
      width: "390",
    };
    const view = render(<GalleryScreen />, { query });
    const shown = await screen.findByRole("region", { name: "States" });
    expect(await within(shown).findByText("Disabled")).toBeVisible();
    expect(shown).toHaveStyle({ maxWidth: "390px" });
    const page = document.documentElement;
    expect(page.dataset).toMatchObject({ theme: "dark", density: "compact" });
    expect(page.dir).toBe("rtl");
    expect(localStorage.getItem("assay.density")).toBeNull();
    view.unmount();
    expect(page.dataset).toMatchObject({ theme: "light", density: "comfortable" });
    expect(page.dir).toBe("");
  });

  it("writes what is changed into the address", async () => {
    const { user, router } = render(<GalleryScreen />, { query: { family: "states" } });
    await user.click(screen.getByRole("radio", { name: "Right to left" }));
    expect(router.replace).toHaveBeenCalledWith(
      { query: { family: "states", direction: "rtl" } },
      undefined,
      { shallow: true, scroll: false },
    );
  });

  it("takes what it does not know for the ordinary", async () => {
    render(<GalleryScreen />, { query: { family: ["states"], theme: "neon", width: "-1" } });
    const shown = await screen.findByRole("region", { name: "States" });
    expect(shown.style.maxWidth).toBe("");
  });
});
