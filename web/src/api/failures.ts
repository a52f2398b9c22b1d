import { TRPCClientError, type TRPCLink } from "@trpc/client";
import type { AnyTRPCRouter } from "@trpc/server";
import { observable } from "@trpc/server/observable";
import type { Failure } from "@/lib/failure";
import { noteServerTime } from "./installation/serverTime";
import { plansIn } from "./plans";

/** The five ways a call fails before an answer can be used. */
export const callMessages = {
  badlyFormatted: "Badly formatted response from server",
  untransformable: "Unable to transform response from server",
  tooBig: "Input is too big for a single dispatch",
  abortedBeforeDispatch: "Aborted",
  abortedAfterDispatch: "This operation was aborted.",
} as const;

type Json = Record<string, unknown>;

const parseError = {
  message: callMessages.badlyFormatted,
  code: -32700,
  data: { code: "PARSE_ERROR" },
};

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An answer that is no envelope becomes a failed one, so that the other calls of its batch are not lost. */
function asEnvelope(answer: unknown): unknown {
  return isObject(answer) && ("result" in answer || "error" in answer)
    ? answer
    : { error: parseError };
}

/** Fetches as the browser does, and turns answers without an envelope into failures with the right message. */
export async function fetchEnvelopes(url: RequestInfo | URL | string, init?: RequestInit) {
  const response = await fetch(url, init);
  noteServerTime(response.headers.get("date"));
  const json = async (): Promise<unknown> => {
    const text = await response.text();
    try {
      const answer: unknown = JSON.parse(text);
      return Array.isArray(answer) ? answer.map(asEnvelope) : asEnvelope(answer);
    } catch {
      return { error: parseError };
    }
  };
  return { ok: response.ok, status: response.status, json };
}

/** Notes which calls have left; called when the headers of a batch are built. */
export function markDispatched(
  calls: ReadonlyArray<{ context: Json; signal?: AbortSignal | null }>,
): void {
  for (const call of calls) if (!call.signal?.aborted) call.context.dispatched = true;
}

/** Gives an error of the client its message and keeps everything else. */
function withMessage(error: unknown): TRPCClientError<AnyTRPCRouter> {
  const known = TRPCClientError.from<AnyTRPCRouter>(error as Error);
  if (known.message === "Missing result")
    return new TRPCClientError(callMessages.badlyFormatted, { cause: known });
  return known;
}

/** A failed call in the log: what was called and how it failed, never with what. */
function log(path: string, error: TRPCClientError<AnyTRPCRouter>): void {
  const code = error.data?.code ?? "CLIENT";
  if (path === "users.getProfile" && code === "UNAUTHORIZED") return;
  console.error(`${path} failed`, code, error.message);
}

/** The one place where failures of the call layer get their message and are logged; cancelled calls show nothing. */
export function failureLink<Router extends AnyTRPCRouter>(): TRPCLink<Router> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let cancelled = false;
        const inner = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (cause) => {
            if (cancelled) return;
            const error = withMessage(cause);
            log(op.path, error);
            observer.error(error as never);
          },
        });
        const cancel = () => {
          cancelled = true;
          const message = op.context.dispatched
            ? callMessages.abortedAfterDispatch
            : callMessages.abortedBeforeDispatch;
          inner.unsubscribe();
          observer.error(new TRPCClientError(message) as never);
        };
        if (op.signal?.aborted) cancel();
        else op.signal?.addEventListener("abort", cancel, { once: true });
        return () => {
          op.signal?.removeEventListener("abort", cancel);
          inner.unsubscribe();
        };
      });
}

export function isCancelled(error: unknown): boolean {
  const message = error instanceof Error ? error.message : "";
  return (
    message === callMessages.abortedBeforeDispatch || message === callMessages.abortedAfterDispatch
  );
}

/** The stable names of a failed call, for a screen to show. */
export function describeFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const text = (name: string): string | null => {
    const value = isObject(data) ? data[name] : null;
    return typeof value === "string" && value !== "" ? value : null;
  };
  const plans = plansIn(data);
  return {
    code: text("code") ?? "NETWORK",
    reason: text("reason"),
    message,
    traceId: text("trace_id"),
    ...(plans.length > 0 && { plans }),
  };
}
