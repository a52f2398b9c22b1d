import type { ComponentProps } from "react";
import { Page } from "@/components/Page";
import { PageGate } from "./PageGate";

/** A page behind the feature that the navigation names for its address. */
export function ScreenPage({ children, ...page }: ComponentProps<typeof Page>) {
  return (
    <Page {...page}>
      <PageGate>{children}</PageGate>
    </Page>
  );
}
