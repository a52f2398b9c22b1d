import { TRPCClientError } from "@trpc/client";

export type FieldError = { path: string; message: string };

function isFieldError(value: unknown): value is FieldError {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "path") === "string" &&
    typeof Reflect.get(value, "message") === "string"
  );
}

/** The refused values, each with its path in the input; empty if the failure names none. */
export function fieldErrors(error: unknown): ReadonlyArray<FieldError> {
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const fields: unknown = typeof data === "object" && data !== null && Reflect.get(data, "fields");
  return Array.isArray(fields) ? fields.filter(isFieldError) : [];
}
