import assert from 'node:assert/strict';
import Stripe from 'stripe';
import type { Fact } from '../fact.ts';
import type { StripeVendor } from '../vendors.ts';
import { READ_ON, REFUSED, assertNewestFirst, idOf, payDirectly, waitForEvent } from './helpers.ts';

const EVENT_LIST = 'https://docs.stripe.com/api/events/list';
const WEBHOOKS = 'https://docs.stripe.com/webhooks';
const SIGNATURES = 'https://docs.stripe.com/webhooks#replay-attacks';
const ENDPOINTS = 'https://docs.stripe.com/api/webhook_endpoints';

const SECRET = 'whsec_facts';
const PAYLOAD = JSON.stringify({ id: 'evt_facts', object: 'event', type: 'shop.ping' });

/** Creates a signature that is `ageInSeconds` old. */
const sign = (ageInSeconds: number, secret = SECRET): Promise<string> =>
  Stripe.webhooks.generateTestHeaderStringAsync({
    payload: PAYLOAD,
    secret,
    timestamp: Math.floor(Date.now() / 1000) - ageInSeconds,
  });

const verify = (payload: string, signature: string): Promise<Stripe.Event> =>
  Stripe.webhooks.constructEventAsync(payload, signature, SECRET);

const UNSIGNED = { type: 'StripeSignatureVerificationError' } as const;

/** Creates a disabled endpoint. Until it is disabled, Stripe may send events to example.com. */
const createEndpoint = async ({
  stripe,
  label,
  cleanUpLater,
}: StripeVendor): Promise<Stripe.WebhookEndpoint> => {
  const endpoint = await stripe.webhookEndpoints.create({
    url: `https://example.com/${label}`,
    enabled_events: ['checkout.session.completed'],
    api_version: Stripe.API_VERSION,
    description: label,
  });
  cleanUpLater(() => stripe.webhookEndpoints.del(endpoint.id));
  await stripe.webhookEndpoints.update(endpoint.id, { disabled: true });
  return endpoint;
};

export const EVENT_FACTS: readonly Fact<StripeVendor>[] = [
  // The list of events that the schedule compares with the orders
  {
    promise: 'Lists events of several types since a given time, newest first',
    source: EVENT_LIST,
    readOn: READ_ON,
    check: async (vendor) => {
      const { events } = vendor.stripe;
      const intent = await payDirectly(vendor, 'pm_card_visa');
      const chargeId = idOf(intent.latest_charge);
      await waitForEvent(vendor, chargeId, 'charge.succeeded');
      const { data } = await events.list({
        types: ['charge.succeeded', 'charge.failed'],
        created: { gte: intent.created - 60 },
        limit: 100,
      });
      assert(data.every(({ type }) => ['charge.succeeded', 'charge.failed'].includes(type)));
      assert(data.every(({ created }) => created >= intent.created - 60));
      assertNewestFirst(data);
      assert(data.some(({ data: { object } }) => 'id' in object && object.id === chargeId));
      const later = await events.list({ created: { gte: intent.created + 3600 } });
      assert.deepEqual(later.data, []);
    },
  },
  {
    promise: 'Accepts up to 20 types as a filter for events',
    source: EVENT_LIST,
    readOn: READ_ON,
    check: async ({ stripe }) => {
      const types = Array.from({ length: 21 }, () => 'charge.succeeded');
      await stripe.events.list({ types: types.slice(1), limit: 1 });
      await assert.rejects(stripe.events.list({ types, limit: 1 }), REFUSED);
    },
  },
  {
    promise: 'Shows an object in an event as it was when the event happened',
    source: 'https://docs.stripe.com/api/events/object',
    readOn: READ_ON,
    check: async (vendor) => {
      const { stripe } = vendor;
      const intent = await payDirectly(vendor, 'pm_card_visa');
      const charge = idOf(intent.latest_charge);
      await waitForEvent(vendor, charge, 'charge.succeeded');
      await stripe.refunds.create({ charge });
      const { data } = await stripe.events.list({ types: ['charge.succeeded'], limit: 100 });
      const objects = data.map((event) => event.data.object);
      const reported = objects.find((object) => 'id' in object && object.id === charge);
      assert(reported?.object === 'charge');
      assert.equal(reported.amount_refunded, 0);
    },
  },
  {
    promise: 'Continues a list of events after a given id',
    source: 'https://docs.stripe.com/api/pagination',
    readOn: READ_ON,
    check: async (vendor) => {
      const { events } = vendor.stripe;
      const older = await payDirectly(vendor, 'pm_card_visa');
      const newer = await payDirectly(vendor, 'pm_card_visa');
      for (const { id } of [older, newer]) {
        await waitForEvent(vendor, id, 'payment_intent.succeeded');
      }
      const filter = { types: ['payment_intent.succeeded'] };
      const [first, second] = (await events.list({ ...filter, limit: 2 })).data;
      assert(first && second);
      const next = await events.list({ ...filter, limit: 1, starting_after: first.id });
      assert.deepEqual(
        next.data.map(({ id }) => id),
        [second.id],
      );
    },
  },
  {
    promise: 'Lists events from the last 30 days',
    source: EVENT_LIST,
    readOn: READ_ON,
    whyUnchecked:
      'A check would take a month. For older orders, npm run rebuild reads the sessions.',
  },

  // Deliveries
  {
    promise: 'Resends an event for up to three days if the webhook does not respond with 2xx',
    source: `${WEBHOOKS}#automatic-retries`,
    readOn: READ_ON,
    whyUnchecked: 'A check would take days and need an endpoint that Stripe can reach.',
  },
  {
    promise: 'Sends an event at least once, and sometimes twice',
    source: `${WEBHOOKS}#handle-duplicate-events`,
    readOn: READ_ON,
    whyUnchecked: 'Duplicates are rare. Tests make the stand-in send every event twice.',
  },
  {
    promise: 'Redirects the buyer after the webhook has responded, or after 10 seconds',
    source: 'https://docs.stripe.com/checkout/fulfillment',
    readOn: READ_ON,
    whyUnchecked:
      'A check needs an endpoint that Stripe can reach. This does not apply to the Stripe CLI.',
  },

  // Signatures. The SDK checks them locally.
  {
    promise: 'Accepts a signature for 300 seconds',
    source: SIGNATURES,
    readOn: READ_ON,
    check: async () => {
      const event = await verify(PAYLOAD, await sign(290));
      assert.equal(event.id, 'evt_facts');
      await assert.rejects(verify(PAYLOAD, await sign(310)), UNSIGNED);
    },
  },
  {
    promise: 'Refuses a missing signature and one for a different secret or body',
    source: SIGNATURES,
    readOn: READ_ON,
    check: async () => {
      await assert.rejects(verify(PAYLOAD, await sign(0, 'whsec_other')), UNSIGNED);
      await assert.rejects(verify(`${PAYLOAD} `, await sign(0)), UNSIGNED);
      await assert.rejects(verify(PAYLOAD, ''), UNSIGNED);
      await assert.rejects(verify(PAYLOAD, 'v1=00'), UNSIGNED);
    },
  },

  // Endpoints
  {
    promise: 'Creates an endpoint with an API version and returns its secret only once',
    source: `${ENDPOINTS}/create`,
    readOn: READ_ON,
    check: async (vendor) => {
      const created = await createEndpoint(vendor);
      assert.match(created.secret ?? '', /^whsec_/);
      assert.equal(created.api_version, Stripe.API_VERSION);
      const { data } = await vendor.stripe.webhookEndpoints.list({ limit: 100 });
      const listed = data.find(({ id }) => id === created.id);
      assert.equal(listed?.url, created.url);
      assert.equal(listed?.api_version, Stripe.API_VERSION);
      assert.equal(listed?.secret, undefined);
    },
  },
  {
    promise: 'Changes the events and the status of an endpoint, but not its API version',
    source: `${ENDPOINTS}/update`,
    readOn: READ_ON,
    check: async (vendor) => {
      const { stripe } = vendor;
      const { id } = await createEndpoint(vendor);
      const events = ['refund.created', 'refund.failed'] as const;
      const enabled = await stripe.webhookEndpoints.update(id, {
        enabled_events: [...events],
        disabled: false,
      });
      assert.equal(enabled.status, 'enabled');
      assert.deepEqual(enabled.enabled_events, events);
      const disabled = await stripe.webhookEndpoints.update(id, { disabled: true });
      assert.equal(disabled.status, 'disabled');
      const path = `/v1/webhook_endpoints/${id}`;
      const version = { disabled: true, api_version: Stripe.API_VERSION };
      await assert.rejects(stripe.rawRequest('POST', path, version), REFUSED);
    },
  },
  {
    promise: 'Allows 16 webhook endpoints per account',
    source: `${WEBHOOKS}#register-webhook`,
    readOn: READ_ON,
    whyUnchecked: 'A check would use up the endpoints of the sandbox.',
  },
];
