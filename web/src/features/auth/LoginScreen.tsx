import { useRouter } from "next/router";
import { signIn, useSession } from "next-auth/react";
import { useProviders } from "@/api/account/providers";
import { endSession } from "@/app-state/signOut";
import { NarrowPage } from "@/components/page/NarrowPage";
import { EmptyState } from "@/components/states/EmptyState";
import { Button } from "@/components/ui/buttons/Button";
import { ButtonLink } from "@/components/ui/buttons/ButtonLink";
import { Loading, Skeleton } from "@/components/ui/feedback/Skeleton";
import { firstValue, sameSitePath } from "@/lib/address/url";
import { brand } from "@/lib/brand";
import { AuthNotice } from "./AuthNotice";
import { explainAuthError } from "./authErrorTexts";
import { EmailForm } from "./EmailForm";
import { PasskeyButton } from "./PasskeyButton";
import { SignInAgain } from "./SignInAgain";

/** The room of the form, which most see next. */
function Waiting({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className="flex flex-col gap-3 pt-6">
        <Skeleton className="rounded-sm h-9 w-full" />
        <Skeleton className="rounded-sm h-9 w-full" />
      </div>
    </Loading>
  );
}

function SignInMethods({ callbackUrl, path }: { callbackUrl: string; path: string }) {
  const providers = useProviders();
  if (providers.isPending) return <Waiting label="Loading the ways to sign in" />;
  if (providers.isError) {
    return (
      <EmptyState
        title="Sign-in is not available at the moment"
        action={<Button onClick={() => void providers.refetch()}>Try again</Button>}
      >
        The ways to sign in could not be loaded.
      </EmptyState>
    );
  }
  const mail = providers.data.some((provider) => provider.type === "email");
  const others = providers.data.filter((provider) => provider.type === "oauth");
  return (
    <>
      {others.length > 0 && (
        <div className="flex flex-col gap-2">
          {others.map((provider) => (
            <Button
              key={provider.id}
              size="large"
              onClick={() => void signIn(provider.id, { callbackUrl })}
            >
              Continue with {provider.name}
            </Button>
          ))}
        </div>
      )}
      {others.length > 0 && mail && (
        <div className="flex items-center gap-3 text-sm text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </div>
      )}
      {mail && <EmailForm callbackUrl={callbackUrl} primary />}
      <PasskeyButton path={path} />
    </>
  );
}

function SignedIn({ email, path }: { email: string; path: string }) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        You are signed in as <span className="font-medium [overflow-wrap:anywhere]">{email}</span>.
      </p>
      <ButtonLink href={path} look="primary" size="large">
        Continue
      </ButtonLink>
      <Button size="large" onClick={() => void endSession("/login")}>
        Sign out and use another account
      </Button>
    </div>
  );
}

const description = `Sign in to ${brand} with a link by e-mail or with another account.`;

/** They ask a user who is signed in to sign in again. */
const stepUpErrors = new Set(["FreshSignInRequired", "SignInNotRecent", "AnotherUser"]);

/** They ask for a sign-in, and nothing went wrong. */
const calmErrors = new Set(["SessionRequired", "FreshSignInRequired"]);

const newcomers = "The first sign-in with a new address creates an account.";

export function LoginScreen() {
  const { query, isReady } = useRouter();
  const { data: session, status } = useSession();
  // Requested beside the session, not after it.
  useProviders();
  if (!isReady || status === "loading") {
    return (
      <NarrowPage
        title="Sign in"
        description={description}
        heading={`Sign in to ${brand}`}
        lead={newcomers}
      >
        <Waiting label="Loading" />
      </NarrowPage>
    );
  }
  const origin = window.location.origin;
  const path = sameSitePath(firstValue(query.callbackUrl), origin);
  const error = firstValue(query.error);
  const email = session?.user?.email;
  const notice = error && !(email && error === "SessionRequired") ? error : undefined;
  return (
    <NarrowPage
      title="Sign in"
      description={description}
      heading={`Sign in to ${brand}`}
      lead={email ? undefined : newcomers}
    >
      {notice && (
        <AuthNotice
          error={explainAuthError(notice, Boolean(email))}
          calm={calmErrors.has(notice)}
        />
      )}
      {email && notice && stepUpErrors.has(notice) ? (
        <SignInAgain
          email={email}
          callbackUrl={`${origin}${path}`}
          onSignedIn={() => window.location.assign(path)}
        />
      ) : email ? (
        <SignedIn email={email} path={path} />
      ) : (
        <SignInMethods callbackUrl={`${origin}${path}`} path={path} />
      )}
    </NarrowPage>
  );
}
