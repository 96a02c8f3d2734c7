import type { Failure } from './guides/retry.ts';

type Refusing = {
  readonly status: number;
  readonly code: string | null;
  readonly detail: string | null;
  readonly retryAfterMs: number | null;
};

/** What the shop's answer means for an upload. Nothing at its end, and no answer at all, may pass. */
export function failureOf(answer: Refusing | null): Failure {
  if (answer === null) return { kind: 'again', afterMs: null };
  const { status, code, detail, retryAfterMs } = answer;
  if (status === 401) return { kind: 'logged-out' };
  if (status === 429) return { kind: 'again', afterMs: retryAfterMs };
  if (status >= 500) return { kind: 'fault' };
  return { kind: 'refused', code, reason: detail };
}
