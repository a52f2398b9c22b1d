import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { everyFeature, member } from "@/testing/records";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { signInMember } from "@/testing/signInMember";
import { AppFrame } from "../AppFrame";

function configured(part: Record<string, unknown>) {
  server.use(http.get("*/config.json", () => HttpResponse.json(part)));
}

const sidebar = () => screen.getByRole("navigation", { name: "Main" });
const labels = () =>
  within(sidebar())
    .getAllByRole("link")
    .map((link) => link.dataset.label);

async function settled() {
  await waitFor(() => expect(document.documentElement.dataset.flags).toBeDefined());
}

describe("the sidebar", () => {
  it("lists for a visitor what the installation switches on for visitors", async () => {
    configured({ defaultFeatures: ["enable-asset-entity-pages"] });
    render(<AppFrame>page</AppFrame>);
    await settled();
    expect(labels()).toContain("Asset Search");
    expect(labels()).not.toContain("Issuers");
    expect(labels()).not.toContain("Research Blog");
    expect(screen.queryByRole("button", { name: "Admin" })).not.toBeInTheDocument();
    expect(localStorage.getItem("assay.flags")).toBe("enable-asset-entity-pages");
  });

  it("lists for a user what is switched on in the record, whatever visitors have", async () => {
    configured({ defaultFeatures: ["enable-asset-entity-pages"] });
    signInMember({ features: { ...member.features, "enable-api-keys": true } });
    render(<AppFrame>page</AppFrame>);
    await screen.findByRole("button", { name: /^\S{1,2} account$/ });
    await settled();
    expect(labels()).toContain("API Tools");
    expect(labels()).not.toContain("Asset Search");
  });

  it("keeps internal tools and administration folded until they are opened, and remembers it", async () => {
    signInMember({ features: everyFeature });
    const { user } = render(<AppFrame>page</AppFrame>);
    await screen.findByRole("button", { name: /^\S{1,2} account$/ });
    const admin = screen.getByRole("button", { name: "Admin" });
    expect(admin).toHaveAttribute("aria-expanded", "false");
    expect(labels()).not.toContain("User Admin");
    await user.click(admin);
    expect(admin).toHaveAttribute("aria-expanded", "true");
    expect(labels()).toContain("User Admin");
    expect(within(sidebar()).getByText("API Access")).toBeVisible();
    expect(localStorage.getItem("assay.folded")).toBe("internal-tools");
    await user.click(screen.getByRole("button", { name: "Latest" }));
    expect(labels()).not.toContain("News");
    expect(localStorage.getItem("assay.folded")).toBe("internal-tools latest");
  });

  it("marks the page that is open, also when a page below it is", async () => {
    render(<AppFrame>page</AppFrame>, { pathname: "/networks/[networkSlug]" });
    await settled();
    const current = within(sidebar()).getByRole("link", { current: "page" });
    expect(current).toHaveAccessibleName("Networks");
  });

  it("marks no wider page where the open one is not listed", async () => {
    configured({ defaultFeatures: ["enable-asset-entity-pages"] });
    render(<AppFrame>page</AppFrame>, { pathname: "/assets/timeseries" });
    await settled();
    expect(labels()).toContain("Asset Search");
    expect(within(sidebar()).queryByRole("link", { current: "page" })).not.toBeInTheDocument();
  });

  it("marks a folded group by its heading while one of its pages is open", async () => {
    signInMember({ features: everyFeature });
    const { user } = render(<AppFrame>page</AppFrame>, { pathname: "/loans" });
    await screen.findByRole("button", { name: /^\S{1,2} account$/ });
    const heading = screen.getByRole("button", { name: "Internal Tools" });
    expect(heading).toHaveAttribute("aria-current", "true");
    expect(screen.getByRole("button", { name: "Admin" })).not.toHaveAttribute("aria-current");
    await user.click(heading);
    expect(heading).not.toHaveAttribute("aria-current");
    const current = within(sidebar()).getByRole("link", { current: "page" });
    expect(current).toHaveAccessibleName("Loans");
  });

  it("leads to the blog of the installation, on its own site", async () => {
    configured({ blogUrl: "https://blog.example.com/" });
    render(<AppFrame>page</AppFrame>);
    const link = await within(sidebar()).findByRole("link", { name: /^Research Blog/ });
    expect(link).toHaveAttribute("href", "https://blog.example.com/");
  });

  it("refuses a blog that is no web address", async () => {
    configured({ blogUrl: "javascript:alert(1)" });
    render(<AppFrame>page</AppFrame>);
    await settled();
    expect(labels()).not.toContain("Research Blog");
  });

  it("can be narrowed to icons, which keep their names, and remembers it", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await settled();
    await user.click(screen.getByRole("button", { name: "Collapse the sidebar" }));
    expect(document.documentElement.dataset.sidebar).toBe("narrow");
    expect(localStorage.getItem("assay.sidebar")).toBe("narrow");
    await user.hover(within(sidebar()).getByRole("link", { name: "News" }));
    expect(screen.getAllByText("News")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Expand the sidebar" }));
    expect(document.documentElement.dataset.sidebar).toBe("wide");
  });
});

describe("the drawer", () => {
  it("holds the same navigation, keeps the focus and gives it back", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await settled();
    const opener = screen.getByRole("button", { name: "Open the menu" });
    await user.click(opener);
    const drawer = await screen.findByRole("dialog", { name: "Assay" });
    expect(within(drawer).getByRole("link", { name: "News" })).toBeVisible();
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
    await user.tab({ shift: true });
    expect(drawer).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(opener).toHaveFocus();
  });

  it("closes when an entry is followed", async () => {
    const { user } = render(<AppFrame>page</AppFrame>);
    await settled();
    await user.click(screen.getByRole("button", { name: "Open the menu" }));
    const drawer = await screen.findByRole("dialog");
    await user.click(within(drawer).getByRole("link", { name: "News" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  });
});

describe("the footer", () => {
  it("names the contact addresses of the installation", async () => {
    configured({ contactDataEmail: "data@example.test", contactTeamEmail: "team@example.test" });
    render(<AppFrame>page</AppFrame>);
    const footer = screen.getByRole("contentinfo");
    const data = await within(footer).findByRole("link", { name: /data@example\.test$/ });
    expect(data).toHaveAttribute("href", "mailto:data@example.test");
    expect(within(footer).getByRole("link", { name: /team@example\.test$/ })).toBeVisible();
  });

  it("has no contact links without configured addresses", async () => {
    render(<AppFrame>page</AppFrame>);
    await settled();
    const links = within(screen.getByRole("contentinfo")).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual([
      "Sources",
      "Method",
      "Status",
      "Licence",
    ]);
  });
});
