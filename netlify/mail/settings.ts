import { getEnv, mayMail } from '../env.ts';

/** Resend knows a message's key for 24 hours. After that a second try could send a second email. */
export const KEY_KNOWN_IN_SECONDS = 23 * 3600;

/** Whether the shop sends emails, and so may promise them. */
export const sendsMail = (): boolean => {
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from } = getEnv();
  return apiKey !== undefined && from !== undefined && mayMail(getEnv());
};

/** The address for the owner's alerts; null where none is set, or the shop sends no emails. */
export const ownerAddress = (): string | null =>
  (sendsMail() ? getEnv().OWNER_EMAIL : undefined) ?? null;
