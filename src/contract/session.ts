import * as z from 'zod/mini';

/** Hashing a longer text would cost the shop time. */
const MAX_PASSWORD_CHARACTERS = 512;

/** POST /api/admin/login */
export const loginRequest = z.strictObject({
  password: z.string().check(z.minLength(1), z.maxLength(MAX_PASSWORD_CHARACTERS)),
});

/** POST /api/admin/login, GET /api/admin/session */
export type SessionResponse = {
  /** When the owner has to log in again, as ISO 8601 in UTC. */
  expiresAt: string;
};
