import Head from "next/head";
import { useRouter } from "next/router";
import { siteOrigin } from "@/lib/address/siteOrigin";
import { brand, brandDescription, documentTitle } from "@/lib/brand";

type PageHeadProps = {
  title: string;
  description?: string;
  /** Keeps the page out of search engines; its address stays canonical. */
  hidden?: boolean;
  /** The feature that the page waits for; the gateway reads it to list the page or not. */
  feature?: string | null;
};

/** The path of the page without its query; null where one exported page serves several addresses. */
function usePath(): string | null {
  const { pathname, asPath, isReady } = useRouter();
  if (pathname === "/404") return null;
  if (!pathname.includes("[")) return pathname;
  return isReady ? asPath.replace(/[?#].*$/, "") : null;
}

/** The title, the description, the one address and the card that other sites show of a page. */
export function PageHead({
  title,
  description = brandDescription,
  hidden,
  feature,
}: PageHeadProps) {
  const path = usePath();
  const origin = siteOrigin();
  return (
    <Head>
      <title key="title">{documentTitle(title)}</title>
      <meta key="description" name="description" content={description} />
      {hidden && <meta key="robots" name="robots" content="noindex" />}
      {feature && <meta key="feature" name="feature" content={feature} />}
      {path !== null && <link key="canonical" rel="canonical" href={origin + path} />}
      {path !== null && <meta key="og:url" property="og:url" content={origin + path} />}
      <meta key="og:type" property="og:type" content="website" />
      <meta key="og:site_name" property="og:site_name" content={brand} />
      <meta key="og:title" property="og:title" content={documentTitle(title)} />
      <meta key="og:description" property="og:description" content={description} />
      <meta key="og:image" property="og:image" content={`${origin}/social.png`} />
      <meta key="og:image:width" property="og:image:width" content="1200" />
      <meta key="og:image:height" property="og:image:height" content="630" />
      <meta
        key="og:image:alt"
        property="og:image:alt"
        content={`${brand}: every number can be explained`}
      />
      <meta key="twitter:card" name="twitter:card" content="summary_large_image" />
    </Head>
  );
}
