import { useRouter } from "next/router";
import { NarrowPage } from "@/components/NarrowPage";
import { ButtonLink } from "@/components/ui/ButtonLink";
import { firstValue } from "@/lib/url";
import { explainAuthError } from "./authErrors";

export function AuthErrorScreen() {
  const { query, isReady } = useRouter();
  const error = explainAuthError(isReady ? firstValue(query.error) : undefined);
  return (
    <NarrowPage
      title="Sign-in error"
      heading={isReady ? error.title : "Sign-in error"}
      lead={isReady ? error.text : undefined}
    >
      <ButtonLink href="/login" look="primary" size="large">
        Back to sign-in
      </ButtonLink>
    </NarrowPage>
  );
}
