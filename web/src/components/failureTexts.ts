import type { Failure } from "@/lib/failure";

/** By the stable reason a service gives. */
const byReason: Record<string, string> = {
  session_not_found: "This session has ended already.",
  user_not_found: "This user does not exist any more.",
  last_administrator: "The last administrator has to stay one.",
  invalid_input: "A value was not accepted. Check it and try again.",
};

/** By the code of the call, where the reason says no more. */
const byCode: Record<string, string> = {
  UNAUTHORIZED: "Your session has ended. Sign in again to continue.",
  FORBIDDEN: "Your account may not see this.",
  NOT_FOUND: "It does not exist any more.",
  BAD_REQUEST: "The request was not understood. Reload the page and try again.",
  TOO_MANY_REQUESTS: "Too many requests. Wait a moment and try again.",
  SERVICE_UNAVAILABLE:
    "A part of the service is not available. It recovers by itself; try again in a moment.",
  GATEWAY_TIMEOUT: "The server took too long to answer. Try again in a moment.",
  INTERNAL_SERVER_ERROR: "Something went wrong on the server.",
  PARSE_ERROR: "The server's answer could not be read.",
  NETWORK: "The server cannot be reached. Check your connection and try again.",
};

export function explainFailure(failure: Failure): string {
  const text = failure.reason === null ? undefined : byReason[failure.reason];
  return text ?? byCode[failure.code] ?? "Something went wrong.";
}
