import type { Change } from './changes.ts';
import type { Outbox } from './delivery.ts';
import type { Faults } from './faults.ts';
import { newEvent, type Cause } from './journal.ts';
import type { EventRecord } from './state.ts';
import { putPayment, type Store } from './store.ts';

/** What the routes work with. */
export type Services = {
  /** The stand-in's own origin, as in http://localhost:8889 */
  origin: string;
  /** The shop's, as in http://localhost:8888 */
  shopOrigin: string;
  secretKey: string;
  store: Store;
  outbox: Outbox;
  faults: Faults;
};

/** Makes a change last, then sends its events without waiting for the answers. */
export const commit = (
  { store, outbox }: Services,
  change: Change,
  cause: Cause,
): EventRecord[] => {
  const nowMs = Date.now();
  const held = outbox.isHolding();
  const events = change.events.map((draft) => newEvent(draft, cause, held, nowMs));
  putPayment(store.state, change.payment);
  store.state.events.push(...events);
  store.save();
  void outbox.sendAll(events);
  return events;
};
