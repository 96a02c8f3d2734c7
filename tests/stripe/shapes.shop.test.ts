import { expect, test } from 'vitest';
import { z } from 'zod';
import shapes from '../../netlify/local/stripe/objects/stripe-shapes.json' with { type: 'json' };
import { typeErrors } from '../json-types.ts';
import { answersAfterAll } from './answers.ts';

let asked: ReturnType<typeof answersAfterAll> | undefined;
/** The first test that asks starts the stand-in, and its end stops it. */
const allAnswers = () => (asked ??= answersAfterAll());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Where a value lacks a field of a sample, or has one of another type. What may be null, the SDK's types say. */
const differences = (sample: unknown, value: unknown, at: string): string[] => {
  if (sample === null || value === null) return [];
  if (typeof sample !== typeof value || Array.isArray(sample) !== Array.isArray(value)) {
    return [`${at} is ${JSON.stringify(value)}, in the sample ${JSON.stringify(sample)}`];
  }
  if (!isObject(sample) || !isObject(value)) return [];
  // The sample of an event is about something that this shop does not have.
  if (sample['object'] !== value['object']) return [];
  // Of a list, what both have can be compared. A card's fields stand under "card", a bank account's elsewhere.
  const isOptional = (name: string) => Array.isArray(sample) || name === sample['type'];
  const names = Object.keys(sample).filter((name) => name in value || !isOptional(name));
  return names.flatMap((name) =>
    name in value
      ? differences(sample[name], value[name], `${at}.${name}`)
      : [`${at}.${name} is missing`],
  );
};

const inEvent = z.looseObject({
  data: z.looseObject({ object: z.looseObject({ object: z.string() }) }),
});

test('every object has each field of its published sample, of the same type and however deep', async () => {
  const { account, events, endpoints, sessions, refunds, disputes } = await allAnswers();
  const told = events.map((event) => inEvent.parse(event).data.object);
  const objects = [account, ...events, ...endpoints, ...sessions, ...refunds, ...disputes, ...told];
  // Only ever named by its id.
  const { payment_method: _, ...samples } = shapes;
  for (const [name, sample] of Object.entries(samples)) {
    const found = objects.filter(({ object }) => object === name);
    expect(found.length, name).toBeGreaterThan(0);
    expect(new Set(found.flatMap((one) => differences(sample, one, name)))).toEqual(new Set());
  }
});

/** The SDK makes numbers of its own of these; on the way they are text. */
const LINE_ITEM = `Omit<Stripe.LineItem, 'price'> & {
  price: Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
}`;

test("every object is of the SDK's own type, with what may be null and no field that it does not know", async () => {
  const answers = await allAnswers();
  const types: Record<keyof typeof answers, string> = {
    sessions: 'Stripe.Checkout.Session[]',
    expanded: 'Stripe.Checkout.Session[]',
    lineItems: `(${LINE_ITEM})[]`,
    refunds: 'Stripe.Refund[]',
    disputes: 'Stripe.Dispute[]',
    events: 'Stripe.Event[]',
    endpoints: 'Stripe.WebhookEndpoint[]',
    account: 'Stripe.Account',
  };
  const documents = Object.entries(answers).map(([name, value]) => {
    const type = types[name as keyof typeof answers];
    return [name, { type, json: JSON.stringify(value, null, 2) }] as const;
  });
  const errors = typeErrors("import type Stripe from 'stripe'", Object.fromEntries(documents));
  expect(Object.values(errors).flat()).toEqual([]);
});
