import { Hono } from 'hono';
import { type InjectedFaults, faultRoutes } from '../shared/fault-injection.ts';
import { inboxPageRoutes } from './inbox-pages.ts';
import {
  DEFAULT_CALLS_PER_SECOND,
  type MailFaults,
  mailFaultsSchema,
  resendRoutes,
} from './resend-api.ts';
import { openInboxState } from './state.ts';

/** A stand-in for Resend that shows its emails. If `stateFile` is null, stores them in memory. */
export const createInbox = (
  apiKey: string,
  stateFile: string | null,
  callsPerSecond: number = DEFAULT_CALLS_PER_SECOND,
) => {
  const store = openInboxState(stateFile);
  const faults: InjectedFaults<MailFaults> = { settings: {} };
  return new Hono()
    .route('/', resendRoutes({ apiKey, callsPerSecond }, store, faults))
    .route('/_control/mail', faultRoutes(faults, mailFaultsSchema))
    .route('/', inboxPageRoutes(store));
};
