import type { NextConfig } from "next";
import { ReplaceModules } from "./replacements.mjs";

const config: NextConfig = {
  output: "export",
  poweredByHeader: false,
  reactStrictMode: true,
  productionBrowserSourceMaps: false,
  images: { unoptimized: true },
  // The types are checked by their own script; checking them twice doubles the build.
  typescript: { ignoreBuildErrors: true },
  // It tells pages of the other router of Next from ours; we have none, and every navigation would ask it.
  experimental: { clientRouterFilter: false },
  // No server runs what is exported; without this the build traces what one would need.
  outputFileTracingExcludes: { "**": ["**/*"] },
  webpack: (webpack, { dev, isServer, webpack: library }) => {
    // Gives the address of a font that the style sheet names too: to a page for its preload, to what draws charts.
    webpack.module.rules.push({
      test: /\.woff2$/,
      issuer: /\.tsx?$/,
      type: "asset/resource",
      generator: { filename: "static/media/[name].[hash:8][ext]" },
    });
    // Its files only declare, but its package does not say so: without this, links that nothing uses would be shipped.
    webpack.module.rules.push({ test: /\/node_modules\/@trpc\//, sideEffects: false });
    if (!isServer) webpack.plugins.push(new ReplaceModules());
    if (!dev && !isServer) {
      const { BannerPlugin, Compilation } = library;
      // A fetched script is about to run: it is compiled while it arrives, beside the page's thread, and not function
      // by function when each is first called.
      const banner = "//# allFunctionsCalledOnLoad";
      const include = /^static\/chunks\//;
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      webpack.plugins.push(new BannerPlugin({ banner, raw: true, include, stage }));
    }
    return webpack;
  },
};

export default config;
