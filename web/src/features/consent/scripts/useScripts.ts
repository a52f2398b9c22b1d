import { useRouter } from "next/router";
import { useEffect, useMemo } from "react";
import { useUser } from "@/api/account/user";
import type { ThirdPartyScript } from "@/api/installation/thirdParty";
import { onSignOut } from "@/app-state/signOut";
import { type Choice, permittedScripts } from "../choice";
import { forgetPerson, runPermittedScripts } from "./running";

/** Whether the address itself opens something: no script of others may see it. */
function opensSomething(address: string): boolean {
  return /[?&]invitation=/.test(address);
}

/** Runs the scripts that the visitor agreed to, as soon as it is known who the visitor is. */
export function useScripts(scripts: readonly ThirdPartyScript[], choice: Choice | null): void {
  const { asPath } = useRouter();
  const load = useUser();
  const user = load.status === "logged-in" ? load.user : null;
  const known = user !== null || (load.status === "logged-out" && load.anonymous);
  // The router learns of the query of an exported page only after it took the page over.
  const held = !known || opensSomething(asPath) || opensSomething(window.location.search);
  const wish = useMemo(() => {
    return { allowed: permittedScripts(choice, scripts), granted: choice?.granted ?? [] };
  }, [scripts, choice]);
  useEffect(() => {
    if (!held) void runPermittedScripts({ ...wish, user });
  }, [wish, user, held]);
  useEffect(() => onSignOut(forgetPerson), []);
}
