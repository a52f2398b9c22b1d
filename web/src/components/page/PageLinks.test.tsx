import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { render } from "@/testing/render";
import { Link } from "../ui/links/Link";

const soon = (path: string) => [path, path, { priority: true }];

it("follows a link of this site without loading the document", async () => {
  const { user, router } = render(<Link href="/networks?sort=value#top">Networks</Link>);
  await user.click(screen.getByRole("link", { name: "Networks" }));
  expect(router.push).toHaveBeenCalledWith("/networks?sort=value#top");
});

it("stays where it is scrolled to for another view of the same page", async () => {
  const { user, router } = render(<Link href="?open=one">One</Link>);
  await user.click(screen.getByRole("link", { name: "One" }));
  const inPlace = { shallow: true, scroll: false };
  expect(router.push).toHaveBeenCalledWith("/?open=one", undefined, inPlace);
});

it("follows it by the keyboard too, and prepares the page when the focus comes", async () => {
  const { user, router } = render(<Link href="/networks">Networks</Link>);
  await user.tab();
  expect(router.prefetch).toHaveBeenCalledWith(...soon("/networks"));
  await user.keyboard("{Enter}");
  expect(router.push).toHaveBeenCalledWith("/networks");
});

it("prepares the page under the pointer, once", async () => {
  const { user, router } = render(<Link href="/networks">Networks</Link>);
  const link = screen.getByRole("link", { name: "Networks" });
  await user.hover(link);
  await user.unhover(link);
  await user.hover(link);
  expect(router.prefetch).toHaveBeenCalledTimes(1);
  expect(router.prefetch).toHaveBeenCalledWith(...soon("/networks"));
});

it("leaves to the browser what opens elsewhere, another site and a place on this page", () => {
  const stop = (event: Event) => event.preventDefault();
  window.addEventListener("click", stop);
  const { router } = render(
    <>
      <Link href="/networks">plain</Link>
      <Link href="/networks" target="_blank">
        window
      </Link>
      <Link href="/values.csv" download>
        file
      </Link>
      <Link href="https://example.test/">site</Link>
      <Link href="#main">place</Link>
      <Link href="/.//evil.example/login">slashes</Link>
      <a href="/api/v1">bare</a>
    </>,
  );
  for (const name of ["window", "file", "site", "place", "slashes", "bare"]) {
    fireEvent.click(screen.getByRole("link", { name }));
  }
  for (const key of ["ctrlKey", "metaKey", "shiftKey", "altKey"]) {
    fireEvent.click(screen.getByRole("link", { name: "plain" }), { [key]: true });
  }
  expect(router.push).not.toHaveBeenCalled();
  window.removeEventListener("click", stop);
});

it("leaves alone what somebody else has answered", () => {
  const { router } = render(
    <Link href="/networks" onClick={(event) => event.preventDefault()}>
      Networks
    </Link>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Networks" }));
  expect(router.push).not.toHaveBeenCalled();
});
