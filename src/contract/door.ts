import * as z from 'zod';

/** Longer ones are no passwords, and hashing them would cost the shop time. */
const MAX_PASSWORD_CHARACTERS = 512;

/** POST /api/admin/login */
export const loginRequest = z.strictObject({
  password: z.string().min(1).max(MAX_PASSWORD_CHARACTERS),
});

export type LoginRequest = z.infer<typeof loginRequest>;

/** POST /api/admin/login, GET /api/admin/session */
export type SessionResponse = {
  /** ISO 8601, UTC: when the owner has to log in again. */
  expiresAt: string;
};
