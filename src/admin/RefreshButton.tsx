import { useLayoutEffect, useRef } from 'react';
import { ApiError } from '../api/request.ts';
import type { Reading } from './queries.ts';

const NO_DATABASE =
  'The order database isn’t responding right now. Nothing is lost: parents can still pay and download, and the shop records their orders as soon as it’s back. If this lasts, check the status page of your Redis host.';

const wordsFor = (error: unknown, whenDown: string): string => {
  if (!(error instanceof ApiError)) return 'The shop didn’t respond. It may be your connection.';
  if (error.status === 503) return whenDown;
  return error.detail ?? 'Something went wrong in the shop. See the function log on Netlify.';
};

type Props = {
  what: string;
  reading: Reading<unknown>;
  /** Explains a 503: the service behind the data is down. */
  whenDown?: string;
};

/** Explains a failed read, with a button to try again. Renders nothing without an error. */
export function RefreshButton(props: Props) {
  return props.reading.error === null ? null : <Alert {...props} />;
}

function Alert({ what, reading, whenDown = NO_DATABASE }: Props) {
  const { value, error, isReading, read } = reading;
  const alert = useRef<HTMLDivElement>(null);
  // The alert takes the focus with it when it goes. The element around it, which now has the data, gets it.
  useLayoutEffect(() => {
    const shown = alert.current;
    return () => {
      if (!shown?.contains(document.activeElement)) return;
      shown.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={alert} role="alert" className="note mt-6 border-l-4 border-alert">
      <p className="font-semibold">{what} couldn’t be loaded</p>
      <p className="mt-1">
        {wordsFor(error, whenDown)} {value !== null && 'You’re seeing the last known state.'}
      </p>
      <button
        type="button"
        className="button-quiet mt-4"
        data-next="failed"
        aria-disabled={isReading}
        onClick={() => isReading || read()}
      >
        {isReading ? 'Trying...' : 'Try again'}
      </button>
    </div>
  );
}
