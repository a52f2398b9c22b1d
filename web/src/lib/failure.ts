/** What a screen knows about a failed call: never the server's prose, only its stable names. */
export type Failure = {
  code: string;
  reason: string | null;
  message: string;
  traceId: string | null;
};
