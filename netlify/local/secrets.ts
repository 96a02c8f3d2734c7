import { randomBytes } from 'node:crypto';

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('hex');

/** Short enough to type. */
export const newPassword = (): string => newSecret(10);
