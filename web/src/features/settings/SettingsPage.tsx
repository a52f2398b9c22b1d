import type { ComponentProps } from "react";
import { Page } from "@/components/page/Page";
import { RequireUser } from "./RequireUser";
import { SettingsNav } from "./SettingsNav";

type SettingsPageProps = Pick<ComponentProps<typeof Page>, "title" | "description" | "lead"> &
  ComponentProps<typeof RequireUser>;

/** One of the pages of an account, with the way to the others. */
export function SettingsPage({ children, frame, ...page }: SettingsPageProps) {
  return (
    <Page {...page} narrow>
      <SettingsNav />
      <RequireUser frame={frame}>{children}</RequireUser>
    </Page>
  );
}
