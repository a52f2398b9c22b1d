/** A failed call as a screen knows it: never the server's prose, only its stable names. */
export type Failure = {
  code: string;
  reason: string | null;
  message: string;
  traceId: string | null;
};
