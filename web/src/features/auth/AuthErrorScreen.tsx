import { useRouter } from "next/router";
import type { ReactNode } from "react";
import { NarrowPage } from "@/components/page/NarrowPage";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { firstValue } from "@/lib/address/url";
import { useHydrated } from "@/lib/loading/hydrated";
import { explainAuthError } from "./authErrorTexts";

export function AuthErrorScreen({ contact }: { contact: ReactNode }) {
  const { query, isReady } = useRouter();
  // An address that asks nothing is ready at once, unlike the exported page that React compares with.
  const known = useHydrated() && isReady;
  const error = explainAuthError(known ? firstValue(query.error) : undefined);
  return (
    <NarrowPage
      title="Sign-in error"
      description="Why the sign-in failed and what to do next."
      heading={known ? error.title : "Sign-in error"}
      lead={known ? error.text : undefined}
    >
      <ButtonLink href="/login" look="primary" size="large">
        Back to sign-in
      </ButtonLink>
      <p className="flex flex-wrap justify-center gap-x-4 empty:hidden">{contact}</p>
    </NarrowPage>
  );
}
