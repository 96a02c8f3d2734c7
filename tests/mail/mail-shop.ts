import { beforeEach, vi } from 'vitest';
import { SITE, fieldsOf } from '../catalogue.ts';
import { control, openSession, setFaults } from '../shop/buying.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const LEVELS = ['log', 'warn', 'error'] as const;

type Paying = { readonly method?: 'card' | 'bank'; readonly settle?: 'never' };

/** The subject of an email of content/mail about a product of this name. */
export const subjectFor = (mail: string, name: string): string =>
  fieldsOf<{ subject: string }>(`mail/${mail}.md`)
    .subject.replace('{brand}', SITE.brand)
    .replace('{guide}', name);

/**
 * A shop that sends email, with what the tests of its emails do to it. Before each of them all services work, and
 * nothing that the shop logs is shown.
 */
export const openMailShop = async (options: Parameters<typeof openTestShop>[0] = {}) => {
  const shop = await openTestShop({ withMail: true, ...options });
  const { redis } = shop;

  /**
   * How the mail service fails; {} is back to normal. Delivery events are held back, since they would come in their own
   * time: a shop reads only those that a test posts.
   */
  const setMailFaults = (faults: object): Promise<Response> =>
    shop.controlMail('/_control/mail/faults', {
      ...jsonPost({ hold: true, ...faults }),
      method: 'PUT',
    });

  /** No service fails any more. */
  const heal = async (): Promise<void> => {
    for (const fail of [shop.failMail, shop.failRedis, shop.failStripe]) fail('none');
    await Promise.all([setFaults(shop, {}), setMailFaults({})]);
  };
  beforeEach(async () => {
    for (const level of LEVELS) vi.spyOn(console, level).mockReturnValue();
    await heal();
  });

  /** A key of Redis with its value. */
  const dump = async (key: string): Promise<string> => {
    const read: Readonly<Record<string, () => Promise<unknown>>> = {
      hash: () => redis.hgetall(key),
      zset: () => redis.zrange(key, 0, -1),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
    };
    const readValue = read[await redis.type(key)] ?? (() => redis.get(key));
    return `${key} ${JSON.stringify(await readValue())}`;
  };

  return Object.assign(shop, {
    setMailFaults,
    heal,
    /** Buys a product under an address. */
    buyAs: async (email: string, type: string, paying: Paying = {}): Promise<string> => {
      const session = await openSession(shop, type);
      await control(shop, 'pay', { session, email, ...paying });
      return session;
    },
    reconcile: () => shop.post('/.netlify/functions/reconcile', {}),
    /** The emails with a link to an order, newest first. */
    mailsAbout: async (session: string) =>
      (await shop.inbox()).filter(({ text }) => text.includes(session)),
    /** All that a shop logs while it does some work, and all that Redis holds afterwards. */
    tracesOf: async (work: () => Promise<unknown>): Promise<string> => {
      const levels = LEVELS.map((level) => vi.spyOn(console, level).mockReset().mockReturnValue());
      await work();
      const logged = levels.flatMap((level) => level.mock.calls).join('\n');
      const kept = await Promise.all((await redis.keys('*')).map(dump));
      return [logged, ...kept].join('\n');
    },
  });
};
