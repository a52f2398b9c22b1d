import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { CallFailure, procedures, server, unauthorized } from "@/testing/server";
import { createApiClient } from "./client";
import { callMessages, describeFailure, isCancelled } from "./failures";

/** No change is repeated here. */
const noSignIn = () => {};

function answerWith(answer: () => Response | Promise<Response>) {
  server.use(http.all("*/api/trpc/*", answer));
}

async function failureOf(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: Error) => error,
  );
}

let log: MockInstance<typeof console.error>;

beforeEach(() => {
  log = vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("messages of the call layer", () => {
  it.each([
    ["an answer that is not JSON", () => HttpResponse.html("<h1>Bad gateway</h1>")],
    ["an empty answer", () => new HttpResponse("")],
    ["an answer without result or error", () => HttpResponse.json([{}])],
    ["an answer that is no object", () => HttpResponse.json("down")],
    ["a batch without an answer for the call", () => HttpResponse.json([])],
  ])("calls %s badly formatted", async (_name, answer) => {
    answerWith(answer);
    const error = await failureOf(createApiClient(noSignIn).search.getInitialSearchGroups.query());
    expect(error.message).toBe("Badly formatted response from server");
  });

  it.each([
    ["an empty result", { result: null }],
    ["an error without a code", { error: { message: "x" } }],
  ])("cannot transform %s", async (_name, answer) => {
    answerWith(() => HttpResponse.json([answer]));
    const error = await failureOf(createApiClient(noSignIn).search.getInitialSearchGroups.query());
    expect(error.message).toBe("Unable to transform response from server");
  });

  it("keeps the good answers of a batch with a bad one", async () => {
    answerWith(() => HttpResponse.json([{}, { result: { data: [] } }]));
    const client = createApiClient(noSignIn);
    const calls = [client.users.getProfile.query(), client.search.getInitialSearchGroups.query()];
    const [profile, groups] = await Promise.allSettled(calls);
    expect(profile?.status).toBe("rejected");
    expect(groups).toEqual({ status: "fulfilled", value: [] });
  });

  it("refuses a call that is too long without sending it", async () => {
    const sent = vi.fn();
    answerWith(() => {
      sent();
      return HttpResponse.json([]);
    });
    const input = "x".repeat(40_000) as never;
    const error = await failureOf(createApiClient(noSignIn).users.getProfile.query(input));
    expect(error.message).toBe("Input is too big for a single dispatch");
    expect(sent).not.toHaveBeenCalled();
  });

  it("says Aborted when cancelled before dispatch, and sends nothing", async () => {
    const sent = vi.fn();
    answerWith(() => {
      sent();
      return HttpResponse.json([]);
    });
    const abort = new AbortController();
    const call = createApiClient(noSignIn).users.getProfile.query(undefined, {
      signal: abort.signal,
    });
    abort.abort();
    const error = await failureOf(call);
    expect(error.message).toBe("Aborted");
    expect(isCancelled(error)).toBe(true);
    expect(sent).not.toHaveBeenCalled();
  });

  it("says that the operation was aborted when cancelled after dispatch", async () => {
    const abort = new AbortController();
    answerWith(async () => {
      abort.abort();
      await delay("infinite");
      return HttpResponse.json([]);
    });
    const call = createApiClient(noSignIn).users.getProfile.query(undefined, {
      signal: abort.signal,
    });
    const error = await failureOf(call);
    expect(error.message).toBe("This operation was aborted.");
    expect(isCancelled(error)).toBe(true);
  });
});

describe("log of failed calls", () => {
  it("names the call, the code and the message, but not the input", async () => {
    server.use(
      procedures({
        "userSettings.updatePreferences": () => new CallFailure("SERVICE_UNAVAILABLE", 503),
      }),
    );
    const call = createApiClient(noSignIn).userSettings.updatePreferences.mutate({
      preferences: { darkMode: true },
    });
    await failureOf(call);
    expect(log).toHaveBeenCalledTimes(1);
    const line = log.mock.calls[0]?.join(" ") ?? "";
    expect(line).toContain("userSettings.updatePreferences");
    expect(line).toContain("SERVICE_UNAVAILABLE");
    expect(line).not.toContain("darkMode");
  });

  it("is silent about an anonymous visitor", async () => {
    await failureOf(createApiClient(noSignIn).users.getProfile.query());
    expect(log).not.toHaveBeenCalled();
  });

  it("is not silent about other refusals", async () => {
    server.use(procedures({ "sessions.list": () => unauthorized }));
    await failureOf(createApiClient(noSignIn).sessions.list.query());
    expect(log).toHaveBeenCalledTimes(1);
  });

  it("is silent about cancelled calls", async () => {
    const abort = new AbortController();
    abort.abort();
    const options = { signal: abort.signal };
    await failureOf(createApiClient(noSignIn).sessions.list.query(undefined, options));
    expect(log).not.toHaveBeenCalled();
  });
});

describe("description for screens", () => {
  it("carries code, reason and reference", async () => {
    server.use(
      procedures({ "sessions.list": () => new CallFailure("CONFLICT", 409, "session_gone") }),
    );
    const error = await failureOf(createApiClient(noSignIn).sessions.list.query());
    expect(describeFailure(error)).toMatchObject({
      code: "CONFLICT",
      reason: "session_gone",
      traceId: "0123456789abcdef",
    });
  });

  it("calls everything without an answer a network failure", async () => {
    answerWith(() => HttpResponse.error());
    const error = await failureOf(createApiClient(noSignIn).sessions.list.query());
    expect(describeFailure(error).code).toBe("NETWORK");
    expect(Object.values(callMessages)).not.toContain(error.message);
  });
});
