import { Component, type ReactNode } from "react";
import { EmptyState } from "./EmptyState";
import { Button } from "./ui/Button";

/** Keeps a fault of one page from leaving an empty window. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main">
        <EmptyState
          title="This page stopped working"
          action={<Button onClick={() => window.location.reload()}>Reload</Button>}
        >
          An unexpected fault in the page itself. Reloading usually helps.
        </EmptyState>
      </main>
    );
  }
}
