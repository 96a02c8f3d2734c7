import * as z from 'zod/mini';
import { getEnv } from '../platform/env.ts';
import { seal, unseal } from '../platform/seal.ts';

/** Encrypts an address for the `value` of a job, which Redis stores. */
export const sealAddress = (email: string): Promise<string> =>
  seal('job-address', email, getEnv().SIGNING_SECRET);

export const unsealAddress = (value: string): Promise<string | null> =>
  unseal('job-address', z.string(), value, getEnv().SIGNING_SECRET);
