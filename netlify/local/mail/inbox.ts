import { Hono } from 'hono';
import { type Faults, faultRoutes } from '../kit/faults.ts';
import { type MailFaults, apiRoutes, faultsSchema } from './api.ts';
import { pageRoutes } from './pages.ts';
import { openState } from './state.ts';

/**
 * A small Resend for one local shop. It accepts emails and shows them.
 * @param stateFile Keeps the emails across restarts; null keeps them in memory.
 */
export const createInbox = (apiKey: string, stateFile: string | null) => {
  const store = openState(stateFile);
  const faults: Faults<MailFaults> = { settings: {} };
  return new Hono()
    .route('/', apiRoutes(apiKey, store, faults))
    .route('/_control/mail', faultRoutes(faults, faultsSchema))
    .route('/', pageRoutes(store));
};
