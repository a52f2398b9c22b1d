import { type Feature, featureLabels } from "@/api/contract";
import { Card } from "../Card";

import { Link } from "../ui/links/Link";

import { EmptyState } from "./EmptyState";

type FeatureNoticeProps = { flag: Feature; signedIn: boolean };

/** In place of a page whose feature is not switched on. */
export function FeatureNotice({ flag, signedIn }: FeatureNoticeProps) {
  return (
    <Card>
      <EmptyState
        title={`Not enabled: ${featureLabels[flag]}`}
        action={
          !signedIn && (
            <Link href="/login" className="rounded-sm text-accent underline">
              Sign in
            </Link>
          )
        }
      >
        This page requires the feature “{featureLabels[flag]}” (
        <code className="whitespace-nowrap">{flag}</code>), which is disabled for{" "}
        {signedIn ? "your account" : "visitors without an account"}. An administrator of this
        installation can enable it.
      </EmptyState>
    </Card>
  );
}
