import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Must work without the script. */
  instead?: ReactNode;
};

/** Shown if an island throws. Otherwise React leaves an empty page. */
export class Boundary extends Component<Props, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override state = { hasFailed: false };

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="note my-8 grid max-w-xl gap-4">
        <h2 className="text-title">This part of the page stopped working</h2>
        {this.props.instead}
        {/* A link to the same URL would lose the state of the history entry. */}
        <button type="button" className="button-quiet" onClick={() => location.reload()}>
          Load the page again
        </button>
      </div>
    );
  }
}
