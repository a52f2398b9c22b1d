import { Head, Html, Main, NextScript } from "next/document";
import { cloneElement } from "react";
import { originMeta, originPlaceholder } from "@/lib/address/siteOrigin";
import sans from "@/styles/fonts/ibm-plex-sans-latin-wdth-normal.woff2";

/** Scripts wait for the first paint, which they would come before on a quick line (public/first.js). */
class PaintedHead extends Head {
  override getScripts(files: Parameters<Head["getScripts"]>[0]) {
    return super
      .getScripts(files)
      .map((script) => cloneElement(script, { type: "painted", defer: undefined }));
  }
}

export default function Document() {
  return (
    <Html lang="en">
      <PaintedHead>
        <meta name={originMeta} content={originPlaceholder} />
        {/* No SVG: a browser sets that up as a document of its own, in the page's thread, at every navigation. */}
        <link rel="icon" href="/icon-192.png" sizes="192x192" type="image/png" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#12161b" media="(prefers-color-scheme: dark)" />
        <link rel="preload" href={sans} as="font" type="font/woff2" crossOrigin="anonymous" />
        {/* Runs before the first paint, so that no page flashes in the wrong theme and no early press is lost. */}
        <script src="/first.js" />
      </PaintedHead>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
