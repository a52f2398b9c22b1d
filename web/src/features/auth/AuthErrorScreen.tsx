import Link from "next/link";
import { useRouter } from "next/router";
import { NarrowPage } from "@/components/NarrowPage";
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
      <Link
        href="/login"
        className="inline-flex h-[38px] items-center justify-center rounded-md border border-ink bg-ink px-3 font-medium text-on-ink hover:bg-ink-hover"
      >
        Back to sign-in
      </Link>
    </NarrowPage>
  );
}
