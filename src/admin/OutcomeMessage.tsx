import type { UseQueryResult } from '@tanstack/react-query';
import { isLoggedOut, messageOf } from './queries.ts';

const LINE = 'my-3 block border-l-4 pl-3.5 wrap-anywhere';

type Props = {
  /** A sentence about what was done; null if nothing was. */
  done?: string | null;
  /** An error, or a sentence that says what failed. */
  error?: unknown;
};

/**
 * The result of an action, beside its button. Dialogs need it because toasts lie beneath them, where they can be neither
 * seen nor read aloud.
 */
export function OutcomeMessage({ done = null, error = null }: Props) {
  return (
    <>
      {/* Always rendered: screen readers may skip a live region that appears together with its text. */}
      <output className={done === null ? '' : `${LINE} border-leaf`}>{done}</output>
      {error !== null && (
        <p role="alert" className={`${LINE} border-alert`}>
          {typeof error === 'string' ? error : messageOf(error)}
        </p>
      )}
    </>
  );
}

type Query = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** Explains a failed read, with a button to try again. Renders nothing without an error. */
export function LoadError({ what, query }: { what: string; query: Query }) {
  const { error, isFetching, refetch } = query;
  if (error === null || isLoggedOut(error)) return null;
  return (
    <div role="alert" className="note mt-6 w-full max-w-xl border-l-4 border-alert">
      <p className="font-semibold">{what} couldn’t be loaded</p>
      <p className="mt-1">{messageOf(error)}</p>
      <button
        type="button"
        className="button-quiet mt-4"
        aria-disabled={isFetching}
        onClick={() => isFetching || void refetch()}
      >
        {isFetching ? 'Trying...' : 'Try again'}
      </button>
    </div>
  );
}
