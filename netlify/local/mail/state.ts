import * as z from 'zod';
import type { SavedResponse } from '../shared/idempotency.ts';
import { openStateFile } from '../shared/state-file.ts';

const MAX_MAILS = 500;

/**
 * The fields that the shop sends: https://resend.com/docs/api-reference/emails/send-email
 * Resend ignores unknown fields. The inbox rejects them, so that tests catch misspelled ones.
 */
export const emailSchema = z.strictObject({
  /** "shop@example.com" or "The shop <shop@example.com>" */
  from: z.string().regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
  to: z.tuple([z.email()]),
  reply_to: z.email(),
  subject: z.string().min(1),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
});

export type InboxMail = {
  readonly id: string;
  readonly sentAt: string;
  readonly fields: z.infer<typeof emailSchema>;
};

const emptyState = () => ({ version: 7, mails: [] as InboxMail[], answers: [] as SavedResponse[] });

export type InboxStore = ReturnType<typeof openInboxState>;

export const openInboxState = (file: string | null) =>
  openStateFile(file, emptyState(), (state) => {
    state.mails = state.mails.slice(-MAX_MAILS);
  });
