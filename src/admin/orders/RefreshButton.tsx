import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ApiError } from '../../api/request.ts';
import type { Reading } from '../resource.ts';

const NO_DATABASE =
  'The database of the orders does not answer right now. Nothing is lost: parents can still pay and download, and what they buy is recorded as soon as it is back. If it stays away, look at the status page of your Redis host.';

const wordsFor = (error: unknown, whenDown: string): string => {
  if (!(error instanceof ApiError)) return 'The shop did not answer. It may be your connection.';
  if (error.status === 503) return whenDown;
  return error.detail ?? 'The shop made a mistake. The function log on Netlify says which.';
};

type Props = {
  what: string;
  reading: Pick<Reading<unknown>, 'error' | 'isReading'>;
  hasOld: boolean;
  /** What it means when the service behind it is down. */
  whenDown?: string;
  onTryAgain: () => void;
};

/** Says that something could not be read, what that means, and how to go on. */
export function ReadAgain({ what, reading, hasOld, whenDown = NO_DATABASE, onTryAgain }: Props) {
  const { error, isReading } = reading;
  if (error === null) return null;
  return (
    <Alert>
      <p className="font-semibold">{what} could not be read</p>
      <p className="mt-1">
        {wordsFor(error, whenDown)} {hasOld && 'What you see is as it was before.'}
      </p>
      <button
        type="button"
        className="button-quiet mt-4"
        data-next="failed"
        aria-disabled={isReading}
        onClick={() => isReading || onTryAgain()}
      >
        {isReading ? 'Trying...' : 'Try again'}
      </button>
    </Alert>
  );
}

/** Where the focus is in it when it goes, that goes to what it stood in: there is what was asked for. */
function Alert({ children }: { children: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const note = shown.current;
    return () => {
      if (!note?.contains(document.activeElement)) return;
      note.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div ref={shown} role="alert" className="note mt-6 border-l-4 border-alert">
      {children}
    </div>
  );
}
