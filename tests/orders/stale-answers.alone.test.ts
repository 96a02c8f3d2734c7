import { afterEach, describe, expect, test, vi } from 'vitest';
import { handleEvent } from '../../netlify/orders/events.ts';
import { listEvents } from '../../netlify/orders/stripe-history.ts';
import { findSession } from '../../netlify/orders/stripe-sessions.ts';
import { BY_BANK, buy, keptKeys } from '../model/buying.ts';
import { answerInstead, statusOf, world } from '../model/test-world.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const eventNow = async (type: string) => {
  for await (const { items } of listEvents(0, undefined)) {
    const event = items.find((one) => one.type === type);
    if (event) return event;
  }
  throw new Error(`no ${type}`);
};

/** What Stripe's servers may still say of a session, a moment after they have signed more. */
const sayWhatIsSaidNow = async (session: string): Promise<void> => {
  const said = new Map<string, string>();
  const real = globalThis.fetch;
  let isOver = false;
  answerInstead(async (request) => {
    const known = said.get(request.url);
    if (isOver) return known === undefined ? undefined : new Response(known);
    const text = await (await real(request)).text();
    said.set(request.url, text);
    return new Response(text);
  });
  await findSession(session);
  isOver = true;
};

describe('an answer of Stripe that is older than the event', () => {
  test.each([
    ['checkout.session.async_payment_succeeded', BY_BANK, 'settle', { outcome: 'succeeded' }],
    ['refund.created', {}, 'refund', {}],
  ])('does not mark %s as handled', async (type, means, happening, how) => {
    const session = await buy(world, means);
    await sayWhatIsSaidNow(session);
    await world.control(happening, { session, ...how });
    const event = await eventNow(type);
    await expect(handleEvent(event)).rejects.toThrow('older than the event');
    vi.restoreAllMocks();
    expect((await keptKeys(world)).filter((key) => !key.startsWith('webhook'))).toEqual([]);
    expect(await handleEvent(event)).toBe('handled');
  });

  test('does not hide a dispute that the event tells of', async () => {
    const session = await buy(world);
    await sayWhatIsSaidNow(session);
    await world.control('dispute', { session });
    await handleEvent(await eventNow('charge.dispute.created'));
    expect(await statusOf(session)).toBe('disputed');
  });

  test('does not take back what the event tells of a dispute', async () => {
    const session = await buy(world);
    const { id } = (await world.control('dispute', { session })) ?? { id: '' };
    await sayWhatIsSaidNow(session);
    await world.control('dispute/update', { id, status: 'won' });
    const event = await eventNow('charge.dispute.closed');
    world.wait(1);
    await handleEvent(event);
    expect(await statusOf(session)).toBe('paid');
  });
});
