import type { UseQueryResult } from '@tanstack/react-query';
import { isLoggedOut, messageOf } from './queries.ts';

const LINE = 'my-3 block border-l-4 pl-3.5 wrap-anywhere';

type Props = {
  /** A sentence about what was done. */
  done?: string | null;
  /** An error, or a sentence about what failed. */
  error?: unknown;
};

/**
 * The result of an action, next to its button. A toast would be beneath an open dialog, where
 * nobody can see it and screen readers don't announce it.
 */
export function OutcomeMessage({ done = null, error = null }: Props) {
  return (
    <>
      {/* Always rendered, because screen readers may skip a live region that is new. */}
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

/** Explains a failed query, with a button to try again. Renders nothing without an error. */
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
