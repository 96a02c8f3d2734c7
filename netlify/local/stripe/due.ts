import type { Change } from './changes.ts';
import { expireSession, settleBankDebit } from './checkout.ts';
import { openDispute } from './disputes.ts';
import { BY_ITSELF } from './journal.ts';
import { paidAttempt } from './objects/amounts.ts';
import { finishRefunds } from './refunds.ts';
import { commit, type Services } from './services.ts';
import type { DueDeed, Payment } from './state.ts';
import { warnOfFraud } from './warnings.ts';

const perform = (payment: Payment, deed: DueDeed['deed'], nowMs: number): Change => {
  switch (deed) {
    case 'settle':
      return settleBankDebit(payment, 'succeeded');
    case 'fail':
      return settleBankDebit(payment, 'failed');
    case 'finish_refunds':
      return finishRefunds(payment);
    case 'warn':
      return paidAttempt(payment) ? warnOfFraud(payment, nowMs) : { payment, events: [] };
    case 'dispute':
      // Someone may have opened one by hand in the meantime.
      return payment.disputes.length > 0
        ? { payment, events: [] }
        : openDispute(payment, 'needs_response', nowMs);
  }
};

const performDue = (services: Services, payment: Payment, nowMs: number) => {
  const deeds = payment.due.filter(({ atMs }) => atMs <= nowMs);
  let current: Payment = { ...payment, due: payment.due.filter(({ atMs }) => atMs > nowMs) };
  for (const { deed } of deeds) {
    const change = perform(current, deed, nowMs);
    current = change.payment;
    commit(services, change, BY_ITSELF);
  }
};

/** Everything that time alone brings about. Cheap when nothing is due. */
export const runDue = (services: Services, nowMs: number) => {
  for (const payment of services.store.state.payments) {
    if (payment.status === 'open' && payment.expiresAt * 1000 <= nowMs) {
      commit(services, expireSession(payment), BY_ITSELF);
    } else if (payment.due.some(({ atMs }) => atMs <= nowMs)) {
      performDue(services, payment, nowMs);
    }
  }
};
