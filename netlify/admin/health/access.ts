import * as z from 'zod/mini';
import { seal, unseal } from '../../platform/seal.ts';

const PURPOSE = 'health';
/** Clocks may differ by a few minutes, and the doctor needs the report to notice it. */
const VALID_FOR_SECONDS = 600;

/** A token that proves knowledge of the shop's secret. Times are Unix seconds. */
export const sealAccess = (secret: string, now: number): Promise<string> =>
  seal(PURPOSE, { expiresAt: now + VALID_FOR_SECONDS }, secret);

/** Whether a request has that token as its bearer token. */
export const hasAccess = async (
  { headers }: Request,
  secret: string,
  now: number,
): Promise<boolean> => {
  const [, sealed = ''] = /^Bearer ([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const proof = await unseal(PURPOSE, z.object({ expiresAt: z.int() }), sealed, secret);
  return proof !== null && proof.expiresAt > now;
};
