import type { UseQueryResult } from '@tanstack/react-query';
import { errorMessage, isLoggedOut } from './queries.ts';

type Query = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

export function LoadError({ what, query }: { what: string; query: Query }) {
  const { error, isFetching, refetch } = query;
  if (error === null || isLoggedOut(error)) return null;
  return (
    <div role="alert" className="note mt-6 w-full max-w-xl border-l-4 border-alert">
      <p className="font-semibold">{what} couldn’t be loaded</p>
      <p className="mt-1">{errorMessage(error)}</p>
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
