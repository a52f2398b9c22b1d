import { Component, type ReactNode } from "react";
import { Page } from "../page/Page";
import { FaultCard } from "./FaultCard";

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
        <FaultCard page={this.props.page} contact={this.props.contact} />
      </Page>
    );
  }
}
