import type { KeptAnswer } from '../kit/idempotency.ts';
import type { Sending } from '../kit/outbox.ts';
import { openStore } from '../kit/state.ts';
import type { MailFields } from './fields.ts';

const MAILS_KEPT = 500;

export type Outcome = 'delivered' | 'bounced' | 'complained';

export type Mail = {
  readonly id: string;
  readonly sentAt: string;
  readonly fields: MailFields;
  outcome: Outcome;
};

/** A delivery event of an email, and the state of its own delivery to the shop. */
export type EventRecord = Sending & {
  readonly id: string;
  readonly type: `email.${Outcome}`;
  readonly emailId: string;
  readonly createdAt: string;
};

const emptyState = () => ({
  version: 3,
  mails: [] as Mail[],
  events: [] as EventRecord[],
  answers: [] as KeptAnswer[],
});

export const openState = (file: string | null) =>
  openStore({
    file,
    empty: emptyState(),
    owner: 'The inbox',
    forgetOld: (state) => {
      state.mails = state.mails.slice(-MAILS_KEPT);
      const kept = new Set(state.mails.map(({ id }) => id));
      state.events = state.events.filter(({ emailId }) => kept.has(emailId));
    },
  });
