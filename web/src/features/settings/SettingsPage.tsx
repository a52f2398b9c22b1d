import type { ComponentProps } from "react";
import { Page } from "@/components/page/Page";
import { SettingsContent } from "./SettingsContent";

type SettingsPageProps = Pick<ComponentProps<typeof Page>, "title" | "description" | "lead"> &
  ComponentProps<typeof SettingsContent>;

/** One of the pages of an account. */
export function SettingsPage({ children, frame, ...page }: SettingsPageProps) {
  return (
    <Page {...page} narrow>
      <SettingsContent frame={frame}>{children}</SettingsContent>
    </Page>
  );
}
