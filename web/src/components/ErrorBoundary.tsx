import { Component, type ReactNode } from "react";
import { EmptyState } from "./EmptyState";
import { Button } from "./ui/Button";

type ErrorBoundaryProps = {
  children: ReactNode;
  /** Another page gets another try. */
  page?: string;
  /** Where to write to. */
  contact?: ReactNode;
};

type State = { failed: boolean; page?: string };

/** Keeps a fault of one page from leaving an empty window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, page: this.props.page };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): State | null {
    return props.page === state.page ? null : { failed: false, page: props.page };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main id="main" tabIndex={-1} className="flex-1 pt-8 outline-none">
        <EmptyState
          title="This page stopped working"
          action={<Button onClick={() => window.location.reload()}>Reload</Button>}
        >
          <p>An unexpected fault in the page itself. Reloading usually helps.</p>
          {this.props.contact && (
            <p className="mt-1 flex flex-wrap justify-center gap-x-4 empty:hidden">
              {this.props.contact}
            </p>
          )}
        </EmptyState>
      </main>
    );
  }
}
