import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import type { PlanType, Procedures } from "@/api/contract";

type Definition = { kind: "query" | "mutation"; input: unknown; output: unknown };

type Paths<Record, Prefix extends string = ""> = {
  [Name in keyof Record & string]: Record[Name] extends Definition
    ? `${Prefix}${Name}`
    : Paths<Record[Name], `${Prefix}${Name}.`>;
}[keyof Record & string];

type Path = Paths<Procedures>;

type At<Record, Name extends string> = Name extends `${infer Head}.${infer Rest}`
  ? Head extends keyof Record
    ? At<Record[Head], Rest>
    : never
  : Name extends keyof Record
    ? Record[Name]
    : never;

type Input<Name extends Path> = At<Procedures, Name> extends { input: infer Value } ? Value : never;
type Output<Name extends Path> =
  At<Procedures, Name> extends { output: infer Value } ? Value : never;

/** A call that fails with a code. */
export class CallFailure extends Error {
  constructor(
    readonly code: string,
    readonly httpStatus: number,
    readonly reason?: string,
    readonly fields?: ReadonlyArray<{ path: string; message: string }>,
    readonly plans?: ReadonlyArray<PlanType>,
  ) {
    super(code);
  }
}

export const unauthorized = new CallFailure("UNAUTHORIZED", 401);
export const unavailable = new CallFailure("SERVICE_UNAVAILABLE", 503);

/** A refusal of data that other plans include. */
export function beyondPlan(...plans: PlanType[]): CallFailure {
  return new CallFailure("FORBIDDEN", 403, "access.scope", undefined, plans);
}

type Handlers = {
  [Name in Path]?: (input: Input<Name>) => Output<Name> | CallFailure | Promise<Output<Name>>;
};

function envelope(path: string, value: unknown) {
  if (!(value instanceof CallFailure)) return { result: { data: value } };
  const { code, httpStatus, reason, fields, plans } = value;
  const data = { code, httpStatus, path, reason, fields, plans, trace_id: "0123456789abcdef" };
  return { error: { message: code, code: -32603, data } };
}

async function answerCalls(request: Request, names: string, handlers: Handlers) {
  const url = new URL(request.url);
  const text = request.method === "POST" ? await request.text() : url.searchParams.get("input");
  const inputs = JSON.parse(text || "{}") as Record<string, never>;
  const answers = names.split(",").map(async (path, index) => {
    const handler = handlers[path as Path] as ((input: never) => unknown) | undefined;
    if (!handler) return envelope(path, new CallFailure("NOT_FOUND", 404));
    return envelope(path, await handler(inputs[index] as never));
  });
  return HttpResponse.json(await Promise.all(answers), { status: 207 });
}

/** Answers calls as the gateway does, batches included. */
export function procedures(handlers: Handlers) {
  return http.all("*/api/trpc/:names", ({ request, params }) =>
    answerCalls(request, decodeURIComponent(String(params.names)), handlers),
  );
}

/** Answers the session client; null is a visitor without a session. */
export function session(email: string | null) {
  const body = email
    ? { user: { name: null, email, image: null }, expires: "2030-01-01T00:00:00.000Z" }
    : {};
  return http.get("*/api/auth/session", () => HttpResponse.json(body));
}

export const server = setupServer(
  session(null),
  http.get("*/config.json", () => HttpResponse.json({ sessionPollSeconds: 0 })),
  http.get("*/api/auth/csrf", () => HttpResponse.json({ csrfToken: "token" })),
  http.post("*/api/auth/_log", () => HttpResponse.json({})),
  procedures({
    "users.getProfile": () => unauthorized,
    "search.getInitialSearchGroups": () => [],
  }),
);
