import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Shown after an error. Must work without the island's script. */
  instead?: ReactNode;
};

/** Shows a message if an island throws. Otherwise React would leave an empty page. */
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
