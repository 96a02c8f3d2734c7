import type { KeptAnswer } from '../kit/idempotency.ts';
import { openStore } from '../kit/state.ts';
import type { MailFields } from './fields.ts';

const MAILS_KEPT = 500;

export type Mail = {
  readonly id: string;
  readonly sentAt: string;
  readonly fields: MailFields;
};

const emptyState = () => ({ version: 6, mails: [] as Mail[], answers: [] as KeptAnswer[] });

export type Store = ReturnType<typeof openState>;

export const openState = (file: string | null) =>
  openStore(file, emptyState(), (state) => {
    state.mails = state.mails.slice(-MAILS_KEPT);
  });
