import * as z from 'zod';
import { type SavedResponse, openStore } from '../kit/state.ts';

const MOST_MAILS = 500;

/**
 * The fields of an email that the shop sends (resend.com/docs/api-reference/emails/send-email). Resend ignores unknown
 * fields. The inbox refuses them, so that a test finds a misspelled one.
 */
export const mailFields = z.strictObject({
  from: z.string(),
  to: z.tuple([z.email()]),
  reply_to: z.email(),
  subject: z.string().min(1),
  html: z.string(),
  text: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
});

export type Mail = {
  readonly id: string;
  readonly sentAt: string;
  readonly fields: z.infer<typeof mailFields>;
};

const emptyState = () => ({ version: 7, mails: [] as Mail[], answers: [] as SavedResponse[] });

export type Store = ReturnType<typeof openInboxState>;

export const openInboxState = (file: string | null) =>
  openStore(file, emptyState(), (state) => {
    state.mails = state.mails.slice(-MOST_MAILS);
  });
