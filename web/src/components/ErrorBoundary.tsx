import { Component, type ReactNode } from "react";
import { Card } from "./Card";
import { EmptyState } from "./EmptyState";
import { Page } from "./Page";
import { Button } from "./ui/Button";
import { ButtonLink } from "./ui/ButtonLink";

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
      <Page title="This page stopped working" hidden>
        <Card>
          <EmptyState
            title="An unexpected fault in the page itself"
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button look="primary" onClick={() => window.location.reload()}>
                  Reload
                </Button>
                {this.props.page !== "/" && (
                  <ButtonLink href="/">Go to the market overview</ButtonLink>
                )}
              </div>
            }
          >
            <p>Reloading usually helps. The other pages are not affected.</p>
            {this.props.contact && (
              <p className="mt-1 flex flex-wrap justify-center gap-x-4 empty:hidden">
                {this.props.contact}
              </p>
            )}
          </EmptyState>
        </Card>
      </Page>
    );
  }
}
