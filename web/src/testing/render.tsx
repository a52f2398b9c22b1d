import { render as renderBare } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RouterContext } from "next/dist/shared/lib/router-context.shared-runtime";
import type { NextRouter } from "next/router";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { ApiProvider } from "@/api/ApiProvider";
import { requireFreshSignIn } from "@/app-state/freshSignIn";
import { PageLinks } from "@/components/page/PageLinks";
import { Toaster } from "@/components/ui/feedback/Toaster";
import { SessionFrame } from "@/features/session/SessionFrame";
import "./layers";

function stubRouter(part: Partial<NextRouter>): NextRouter {
  return {
    route: "/",
    pathname: "/",
    query: {},
    asPath: "/",
    basePath: "",
    isLocaleDomain: false,
    isReady: true,
    isPreview: false,
    isFallback: false,
    push: vi.fn(async () => true),
    replace: vi.fn(async () => true),
    reload: vi.fn(),
    back: vi.fn(),
    forward: vi.fn(),
    prefetch: vi.fn(async () => {}),
    beforePopState: vi.fn(),
    events: { on: vi.fn(), off: vi.fn(), emit: vi.fn() },
    ...part,
  };
}

/** Renders inside everything the app wraps around its pages. */
export function render(content: ReactNode, route: Partial<NextRouter> = {}) {
  const router = stubRouter(route);
  const view = renderBare(
    <RouterContext.Provider value={router}>
      <ApiProvider requireFreshSignIn={requireFreshSignIn}>
        <SessionFrame>{content}</SessionFrame>
        <PageLinks />
        <Toaster />
      </ApiProvider>
    </RouterContext.Provider>,
  );
  return { ...view, router, user: userEvent.setup() };
}
