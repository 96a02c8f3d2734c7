import { NotReached } from '../../admin/health/check.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly ms: number;
};

/** Requests a path of the shop, and follows no redirect. Rejects with `NotReached` where no answer comes. */
export type Probe = (path: string, init?: RequestInit) => Promise<Answer>;

const ANSWER_WITHIN_MS = 6000;

/** Node's error codes in words. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS doesn’t know this name',
  EAI_AGAIN: 'DNS doesn’t respond',
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was reset',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate isn’t signed by a known authority',
};

const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no response within ${ANSWER_WITHIN_MS / 1000} seconds`;
  const code =
    error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : '';
  return WORDS[code] ?? (code || error.name);
};

export const probeOf =
  (siteUrl: string): Probe =>
  async (path, init = {}) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const response = await fetch(new URL(path, siteUrl), { redirect: 'manual', signal, ...init });
      const ms = Math.round(performance.now() - startedAt);
      const { status, headers } = response;
      return { status, headers, text: await response.text(), ms };
    } catch (error) {
      throw new NotReached(wordsOf(error));
    }
  };
