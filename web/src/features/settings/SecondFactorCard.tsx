import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useUser } from "@/api/account/user";
import { useTRPC } from "@/api/client";
import type { ListPasskeysResponse } from "@/api/contract";
import { Card } from "@/components/Card";
import { Button } from "@/components/ui/buttons/Button";
import { Switch } from "@/components/ui/inputs/Switch";
import { brand } from "@/lib/brand";
import { showToast } from "@/lib/toasts";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog";
import { explainRefusal } from "./refusals";

function useChanges(show: (codes: string[]) => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries(trpc.passkeys.list.queryFilter());
  const onError = (error: unknown) => {
    refresh();
    const message = explainRefusal(error);
    showToast({ id: "passkeys", variant: "danger", message });
  };
  const set = useMutation(
    trpc.passkeys.setSecondFactor.mutationOptions({
      onSuccess: ({ recovery_codes }) => {
        refresh();
        if (recovery_codes.length > 0) show(recovery_codes);
        else
          showToast({
            id: "passkeys",
            variant: "success",
            message: "Sign-ins no longer require a passkey.",
          });
      },
      onError,
    }),
  );
  const renew = useMutation(
    trpc.passkeys.renewRecoveryCodes.mutationOptions({
      onSuccess: ({ recovery_codes }) => {
        refresh();
        show(recovery_codes);
      },
      onError,
    }),
  );
  return { set, renew };
}

function Controls({ state }: { state: ListPasskeysResponse }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const { set, renew } = useChanges(setCodes);
  const active = state.second_factor || state.second_factor_required;
  const none = state.results.length === 0;
  const left = state.recovery_codes_left;
  return (
    <div className="flex flex-col gap-4 px-(--card-pad) py-4">
      <Switch
        id="second-factor"
        label="Require a passkey"
        hint={
          state.second_factor_required
            ? "This installation requires a passkey of administrators."
            : none
              ? "Add a passkey first."
              : "After an e-mail link or another account, a passkey or a recovery code completes the sign-in."
        }
        checked={active}
        disabled={state.second_factor_required || none || set.isPending}
        onChange={(enabled) => set.mutate({ enabled })}
      />
      {active && !none && (
        <div className="flex flex-wrap items-center gap-3">
          {left === 0 ? (
            <p role="status" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
              You have no recovery codes. If you lose your passkeys, you cannot sign in.
            </p>
          ) : (
            <span className="num text-sm text-text-2">
              {left === 1 ? "1 recovery code left." : `${left} recovery codes left.`}
            </span>
          )}
          <Button size="small" disabled={renew.isPending} onClick={() => renew.mutate()}>
            {left === 0 ? "Create recovery codes" : "Replace recovery codes"}
          </Button>
        </div>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  );
}

/** Whether sign-ins require a passkey, and the codes for its loss. */
export function SecondFactorCard() {
  const trpc = useTRPC();
  const user = useUser();
  const passkeys = useQuery(trpc.passkeys.list.queryOptions(undefined, { staleTime: 0 }));
  // The card of the passkeys above says what failed.
  if (!passkeys.data) return null;
  return (
    <Card
      title="Second factor"
      lead={`Protects your account on ${brand} if another person can read your e-mail.`}
    >
      {user.status === "logged-in" && user.user.passkeyRequired && (
        <p role="status" className="border-line border-b bg-info-soft px-(--card-pad) py-3">
          Administration requires a passkey. Add one if you have none, then sign out and sign in
          with it.
        </p>
      )}
      <Controls state={passkeys.data} />
    </Card>
  );
}
