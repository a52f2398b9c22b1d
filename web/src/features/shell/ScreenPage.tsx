import { useRouter } from "next/router";
import type { ComponentProps } from "react";
import { Page } from "@/components/page/Page";
import { gateOf } from "@/components/shell/nav";
import { PageGate } from "./gate/PageGate";

/** A page behind the feature that the navigation names for its address. */
export function ScreenPage({ children, ...page }: ComponentProps<typeof Page>) {
  const { pathname } = useRouter();
  return (
    <Page {...page} feature={gateOf(pathname)}>
      <PageGate>{children}</PageGate>
    </Page>
  );
}
