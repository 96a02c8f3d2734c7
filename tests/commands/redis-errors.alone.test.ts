import { afterEach, expect, test, vi } from 'vitest';
import { run as forget } from '../../netlify/commands/forget.ts';
import { runHere } from './run-command.ts';

const ORDER = '01F3-4AD8-A31F';
const SETTINGS = {
  UPSTASH_REDIS_REST_URL: 'https://orders.example',
  UPSTASH_REDIS_REST_TOKEN: 'token-of-the-orders',
};

afterEach(() => vi.unstubAllGlobals());

type Refusal = {
  readonly name: string;
  readonly status: number;
  /** The response to the whole request or to its only command. */
  readonly response: object;
  readonly remedy: string;
};

// The errors are Upstash's own messages.
test.each<Refusal>([
  {
    name: 'a wrong token',
    status: 401,
    response: { error: 'WRONGPASS invalid or missing auth token' },
    remedy: 'Copy the URL and the token of the same database again',
  },
  {
    name: 'a missing token',
    status: 401,
    response: { error: 'Unauthorized' },
    remedy: 'Copy the URL and the token of the same database again',
  },
  {
    name: 'a read-only token (failed request)',
    status: 400,
    response: { error: "NOPERM this user has no permissions to run the 'zrange' command" },
    remedy: 'Copy the token that isn’t read-only',
  },
  {
    name: 'a read-only token (failed command)',
    status: 200,
    response: [{ error: "NOPERM this user has no permissions to run the 'zrange' command" }],
    remedy: 'Copy the token that isn’t read-only',
  },
  {
    name: 'an exceeded daily limit',
    status: 400,
    response: { error: 'ERR max daily request limit exceeded. Limit: 10000, Usage: 10000.' },
    remedy: 'Choose a larger plan at https://console.upstash.com',
  },
  {
    name: 'an exceeded monthly limit',
    status: 400,
    response: { error: 'ERR max requests limit exceeded. Limit: 500000, Usage: 500000.' },
    remedy: 'Choose a larger plan at https://console.upstash.com',
  },
  {
    name: 'any other error',
    status: 200,
    response: [{ error: 'WRONGTYPE Operation against a key' }],
    remedy: 'check that UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN match',
  },
])('suggests a fix for $name without printing a Redis command or a secret', async (refusal) => {
  const { status, response, remedy } = refusal;
  vi.stubGlobal('fetch', async () => Response.json(response, { status }));
  const { code, err } = await runHere(forget, { args: ['--context=dev', ORDER], env: SETTINGS });
  expect(code).toBe(1);
  expect(err).toContain(remedy);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).not.toMatch(/zrange|01F3|token-of-the-orders/i);
});
