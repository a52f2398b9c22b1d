import { expect, oneLook, test } from "./support/test";

/** A feed as the browser's XML parser reads it. */
function readFeed(text: string) {
  const document = new DOMParser().parseFromString(text, "application/xml");
  const own = document.getElementsByTagNameNS("http://www.w3.org/2005/Atom", "link")[0];
  const textOf = (item: Element, name: string) => item.querySelector(name)?.textContent ?? null;
  return {
    isBroken: document.querySelector("parsererror") !== null,
    root: `${document.documentElement.tagName} ${document.documentElement.getAttribute("version")}`,
    own: [own?.getAttribute("rel"), own?.getAttribute("type"), own?.getAttribute("href")],
    items: [...document.querySelectorAll("rss > channel > item")].map((item) => ({
      title: textOf(item, "title"),
      link: textOf(item, "link"),
      guid: textOf(item, "guid"),
      published: Date.parse(textOf(item, "pubDate") ?? ""),
    })),
  };
}

for (const path of ["/feeds/news.xml", "/feeds/restatements.xml"]) {
  test(`${path} is RSS 2.0`, oneLook, async ({ page, request }) => {
    const answer = await request.get(path);
    expect(answer.headers()["content-type"]).toBe("application/rss+xml; charset=utf-8");
    const feed = await page.evaluate(readFeed, await answer.text());
    expect(feed).toMatchObject({ isBroken: false, root: "rss 2.0" });
    expect(feed.own.slice(0, 2)).toEqual(["self", "application/rss+xml"]);
    expect(feed.own[2]).toMatch(new RegExp(`^https?://.*${path}$`));
    for (const { title, link, published } of feed.items) {
      expect(title).toBeTruthy();
      expect(link).toMatch(/^https?:\/\//);
      expect(published).toBeGreaterThan(0);
    }
    expect(new Set(feed.items.map(({ guid }) => guid)).size).toBe(feed.items.length);
  });
}
