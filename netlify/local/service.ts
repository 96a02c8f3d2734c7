import { randomBytes } from 'node:crypto';

/** A hosted service's twin on this machine. */
export type LocalService = {
  /** What functions need in their environment to find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** What the person who started the shop should know. */
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
};

export const newSecret = (): string => randomBytes(32).toString('hex');
