import type { ComponentProps } from "react";
import { RequireUser } from "./RequireUser";
import { SettingsNav } from "./SettingsNav";

/** The content of a page of an account, with the way to the others. */
export function SettingsContent({ children, frame }: ComponentProps<typeof RequireUser>) {
  return (
    <>
      <SettingsNav />
      <RequireUser frame={frame}>{children}</RequireUser>
    </>
  );
}
