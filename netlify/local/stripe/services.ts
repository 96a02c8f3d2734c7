import * as z from 'zod';
import { type Faults, callFaults } from '../kit/faults.ts';
import { openOutbox, webhookFaults } from './outbox.ts';
import { newPromotionCode } from './totals.ts';
import { openStripeState } from './state.ts';

export type StandInOptions = {
  /** The address for the SDK and for buyers, as in http://localhost:8889 */
  origin: string;
  /** The bearer token of API calls. */
  secretKey: string;
  /** The address that gets the events, as in http://localhost:8888/api/stripe-webhook */
  webhookUrl: string;
  webhookSecret: string;
  /** A JSON file that keeps the state across restarts, or null to keep it in memory. */
  stateFile: string | null;
};

export const faultsSchema = z
  .strictObject({ api: z.strictObject(callFaults), webhooks: webhookFaults })
  .partial();

/** For people who try the shop. */
const CODES = [
  { code: 'SPRING', percentOff: 25 },
  { code: 'GIFT', percentOff: 100 },
];

export type Services = ReturnType<typeof openServices>;

export const openServices = (options: StandInOptions) => {
  const { origin, secretKey, webhookUrl: url, webhookSecret: secret, stateFile } = options;
  const { state, save } = openStripeState(stateFile, CODES.map(newPromotionCode));
  const faults: Faults<z.infer<typeof faultsSchema>> = { settings: {} };
  const webhooks = () => faults.settings.webhooks ?? {};
  const outbox = openOutbox({ url, secret, state, save, faults: webhooks });
  return { origin, secretKey, state, save, outbox, faults };
};
