import { isStale } from '../../netlify/orders/stale-response.ts';
import { type PaymentEvent, containsReport } from '../../netlify/stripe/events.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';

/**
 * Explores the protocol of `fulfill`. The steps of webhooks and returning buyers happen in every
 * possible order. Any webhook or buyer can be slow, or can crash and try again, while the sale
 * changes at Stripe and Stripe's responses lag.
 */

/** A state of a session at Stripe. */
export type Moment = {
  readonly sale: Sale | null;
  /** Stripe sends this event when the state begins, and again until the shop accepts it. */
  readonly event: PaymentEvent | null;
};

/**
 * Fields that a step does not need keep their initial value, so that equivalent worlds are equal.
 */
type Reader = {
  /**
   * The index of the moment whose event this reader delivers. null for a returning buyer, who can
   * give up.
   */
  readonly eventOf: number | null;
  readonly step: 'read' | 'ask' | 'write' | 'done';
  /** Whether no reader has written to Redis since this reader read from it. */
  readonly isCurrent: boolean;
  /** The index of the moment that was stored in Redis when this reader read it. */
  readonly stored: number;
  /** The index of the moment that Stripe's response shows. */
  readonly response: number;
  readonly staleResponses: number;
  readonly hasCrashed: boolean;
};

type World = {
  /** The index of the current moment at Stripe. */
  readonly now: number;
  /** The index of the moment whose sale is stored in Redis. */
  readonly stored: number;
  readonly receipts: number;
  readonly readers: readonly Reader[];
};

export type Rules = {
  /** Whether Stripe's responses may still show the previous moment. */
  readonly lags: boolean;
  readonly returningBuyers: number;
};

/** A final state, in which every reader is done. */
export type Rest = { readonly stored: Sale | null; readonly receipts: number };

const MAX_STALE_RESPONSES = 3;

const newReader = (eventOf: number | null, hasCrashed = false): Reader => ({
  eventOf,
  step: 'read',
  isCurrent: true,
  stored: 0,
  response: 0,
  staleResponses: 0,
  hasCrashed,
});

const done = (reader: Reader): Reader => ({ ...newReader(reader.eventOf, true), step: 'done' });

/** Stripe sends an event again until it is accepted. A buyer sees an error. */
const giveUp = (reader: Reader): Reader =>
  reader.eventOf === null ? done(reader) : newReader(reader.eventOf, reader.hasCrashed);

const readAgain = (reader: Reader, staleResponses: number): Reader => ({
  ...newReader(reader.eventOf, reader.hasCrashed),
  staleResponses,
});

const isEqual = (a: Sale | null, b: Sale | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

export const explore = (history: readonly Moment[], rules: Rules): readonly Rest[] => {
  const last = history.length - 1;
  const saleAt = (moment: number): Sale | null => history[moment]?.sale ?? null;

  const advanceStripe = (world: World): World => {
    const now = world.now + 1;
    const isReported = history[now]?.event !== null;
    return { ...world, now, readers: [...world.readers, ...(isReported ? [newReader(now)] : [])] };
  };

  const ask = (reader: Reader, response: number): Reader => {
    const event = reader.eventOf === null ? null : history[reader.eventOf]?.event;
    const sale = saleAt(response);
    const isResponseStale =
      isStale(sale, saleAt(reader.stored)) || (event && !containsReport(sale, event));
    if (isResponseStale) {
      const staleResponses = reader.staleResponses + 1;
      const isLastTry = staleResponses === MAX_STALE_RESPONSES;
      return isLastTry ? giveUp(reader) : readAgain(reader, staleResponses);
    }
    return sale === null ? done(reader) : { ...reader, step: 'write', stored: 0, response };
  };

  const withReader = (world: World, index: number, reader: Reader): World => ({
    ...world,
    readers: world.readers.with(index, reader),
  });

  const write = (world: World, index: number, reader: Reader): World => {
    const before = saleAt(world.stored);
    const after = saleAt(reader.response);
    if (!reader.isCurrent && !isEqual(before, after)) {
      return withReader(world, index, readAgain(reader, reader.staleResponses));
    }
    const stored = reader.isCurrent ? reader.response : world.stored;
    const isFirstPaid = before?.payment !== 'paid' && after?.payment === 'paid';
    const receipts = world.receipts + (reader.isCurrent && isFirstPaid ? 1 : 0);
    const readers = world.readers.map((other) =>
      other.step === 'ask' || other.step === 'write' ? { ...other, isCurrent: false } : other,
    );
    return withReader({ ...world, stored, receipts, readers }, index, done(reader));
  };

  const nextOf = (world: World, reader: Reader, index: number): World[] => {
    const { now, stored } = world;
    switch (reader.step) {
      case 'read':
        return [withReader(world, index, { ...reader, stored, step: 'ask' })];
      case 'ask': {
        const responses = rules.lags && now > 0 ? [now, now - 1] : [now];
        return responses.map((response) => withReader(world, index, ask(reader, response)));
      }
      case 'write': {
        const worlds = [write(world, index, reader)];
        if (!reader.hasCrashed) {
          worlds.push(withReader(world, index, giveUp({ ...reader, hasCrashed: true })));
        }
        return worlds;
      }
      case 'done':
        return [];
    }
  };

  const buyers = Array.from({ length: rules.returningBuyers }, () => newReader(null));
  const start: World = { now: 0, stored: 0, receipts: 0, readers: buyers };
  const seen = new Set<string>();
  const waiting = [start];
  const rests = new Map<string, Rest>();
  for (let world = waiting.pop(); world !== undefined; world = waiting.pop()) {
    const readers = world.readers.map((reader) => Object.values(reader).join()).toSorted();
    const key = [world.now, world.stored, world.receipts, ...readers].join(';');
    if (seen.has(key)) continue;
    seen.add(key);

    const current = world;
    const next = world.readers.flatMap((reader, index) => nextOf(current, reader, index));
    if (world.now < last) next.push(advanceStripe(world));
    waiting.push(...next);
    if (next.length > 0) continue;
    const rest: Rest = { stored: saleAt(world.stored), receipts: world.receipts };
    rests.set(JSON.stringify(rest), rest);
  }
  return [...rests.values()];
};
