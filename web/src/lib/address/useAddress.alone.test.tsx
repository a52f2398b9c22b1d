import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useAddress, withParams } from "./useAddress";

const router = { asPath: "/invest", isReady: true, push: vi.fn() };
vi.mock("next/router", () => ({ useRouter: () => router }));

beforeEach(() => {
  router.asPath = "/invest";
  router.push.mockReset();
});

function twoParts() {
  const one = renderHook(useAddress);
  const other = renderHook(useAddress);
  const follow = (address: string) => {
    router.asPath = address;
    one.rerender();
    other.rerender();
  };
  const put = (part: typeof one, name: string, value: string | null) =>
    act(() => part.result.current.put(withParams(part.result.current.search, { [name]: value })));
  return { one, other, follow, put };
}

test("a change by one part of a page builds on the other's, before the router follows", () => {
  const { one, other, put } = twoParts();
  put(one, "country", "US");
  put(other, "kind", "fund");
  expect(router.push.mock.calls.map(([address]) => address)).toEqual([
    "/invest?country=US",
    "/invest?country=US&kind=fund",
  ]);
  expect(one.result.current.search).toBe("country=US&kind=fund");
});

test("the way back to an address does not bring its change again", () => {
  const { one, follow, put } = twoParts();
  put(one, "country", "US");
  follow("/invest?country=US");
  follow("/invest");
  expect(one.result.current.search).toBe("");
});

test("a part that appears meanwhile sees the change that is under way", () => {
  const { one, put } = twoParts();
  put(one, "country", "US");
  expect(renderHook(useAddress).result.current.search).toBe("country=US");
});

test("what another part changed meanwhile stays, though this part has not seen it", () => {
  const { one, other } = twoParts();
  const { put } = other.result.current;
  act(() => one.result.current.put(withParams("", { country: "US", page: "2" })));
  act(() => put(withParams("", { kind: "fund" })));
  expect(router.push.mock.lastCall?.[0]).toBe("/invest?country=US&page=2&kind=fund");
});

test("an earlier name of a parameter counts as its present one, and is replaced with the next change", () => {
  const { one, put, follow } = twoParts();
  follow("/invest?investor=retail&country=CH");
  expect(one.result.current.search).toBe("investor_type=retail&country=CH");
  put(one, "country", "US");
  expect(router.push.mock.lastCall?.[0]).toBe("/invest?investor_type=retail&country=US");
});
