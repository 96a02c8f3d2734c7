import { useLayoutEffect, useRef } from 'react';
import { ApiError } from '../api/request.ts';
import type { Reading } from './queries.ts';

const NO_DATABASE =
  'The database of the orders does not answer right now. Nothing is lost: parents can still pay and download, and what they buy is recorded as soon as it is back. If it stays away, look at the status page of your Redis host.';

const wordsFor = (error: unknown, whenDown: string): string => {
  if (!(error instanceof ApiError)) return 'The shop did not answer. It may be your connection.';
  if (error.status === 503) return whenDown;
  return error.detail ?? 'The shop made a mistake. The function log on Netlify says which.';
};

type Props = {
  what: string;
  state: Pick<Reading<unknown>, 'error' | 'isReading'>;
  hasOld: boolean;
  /** What it means when the service behind it is down. */
  whenDown?: string;
  onTryAgain: () => void;
};

/** Says that something could not be read and what that means, with a button to read it again. */
export function RefreshButton(props: Props) {
  return props.state.error === null ? null : <Alert {...props} />;
}

function Alert({ what, state, hasOld, whenDown = NO_DATABASE, onTryAgain }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  // A focus inside it would be lost with it. It goes to what the alert stood in: there is what was asked for.
  useLayoutEffect(() => {
    const shown = alert.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      shown.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={alert} role="alert" className="note mt-6 border-l-4 border-alert">
      <p className="font-semibold">{what} could not be read</p>
      <p className="mt-1">
        {wordsFor(state.error, whenDown)} {hasOld && 'What you see is as it was before.'}
      </p>
      <button
        type="button"
        className="button-quiet mt-4"
        data-next="failed"
        aria-disabled={state.isReading}
        onClick={() => state.isReading || onTryAgain()}
      >
        {state.isReading ? 'Trying...' : 'Try again'}
      </button>
    </div>
  );
}
