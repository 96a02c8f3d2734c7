import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };

/** Offers a reload if a view fails. After a deploy, an open page may ask for a script that is gone. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="note mt-10 max-w-xl" role="alert">
        <h1 className="text-title">Please reload this page</h1>
        <p className="mt-2">
          The shop was updated, or the connection dropped. Everything you saved is still there.
        </p>
        <button type="button" className="button mt-4" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}
