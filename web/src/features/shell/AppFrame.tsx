import { useRouter } from "next/router";
import type { ReactNode } from "react";
import { AppHeader } from "./AppHeader";

/** What surrounds every page; signing in and what belongs to it stand alone. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname } = useRouter();
  const alone = pathname === "/login" || pathname.startsWith("/auth/");
  return (
    <>
      {!alone && <AppHeader />}
      {children}
    </>
  );
}
