import * as z from 'zod';
import { type InjectedFaults, callFaults } from '../shared/fault-injection.ts';
import { createPromotionCode } from './promotion-codes.ts';
import { openStripeState } from './state.ts';
import { createWebhookDelivery, webhookFaultsSchema } from './webhooks.ts';

export type StandInOptions = {
  /** The stand-in's own origin, such as http://localhost:8889 */
  origin: string;
  secretKey: string;
  /** The shop's webhook, such as http://localhost:8888/api/stripe-webhook */
  webhookUrl: string;
  webhookSecret: string;
  /** A JSON file that stores the state across restarts. If null, the state is only in memory. */
  stateFile: string | null;
};

export const stripeFaultsSchema = z
  .strictObject({ api: z.strictObject(callFaults), webhooks: webhookFaultsSchema })
  .partial();

const INITIAL_PROMOTION_CODES = [
  { code: 'SPRING', percentOff: 25 },
  { code: 'GIFT', percentOff: 100 },
];

export type Services = ReturnType<typeof openServices>;

export const openServices = (options: StandInOptions) => {
  const { origin, secretKey, webhookUrl, webhookSecret, stateFile } = options;
  const promotionCodes = INITIAL_PROMOTION_CODES.map(createPromotionCode);
  const { state, save } = openStripeState(stateFile, promotionCodes);
  const faults: InjectedFaults<z.infer<typeof stripeFaultsSchema>> = { settings: {} };
  const webhooks = createWebhookDelivery({
    url: webhookUrl,
    secret: webhookSecret,
    state,
    save,
    getFaults: () => faults.settings.webhooks ?? {},
  });
  return { origin, secretKey, state, save, webhooks, faults };
};
