import { beforeEach, vi } from 'vitest';
import { control, openSession, setFaults } from './buying.ts';
import { jsonPost, openTestShop } from './shop.ts';

/** Moves the clock by this many minutes. Use it only in tests that have stopped the clock. */
export const pass = (minutes: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + Math.round(minutes * 60_000) });

export const LEVELS = ['log', 'warn', 'error'] as const;

/** Opens a shop that sends email. Clears all faults and mutes the console before each test. */
export const openMailShop = async (options: Parameters<typeof openTestShop>[0] = {}) => {
  const shop = await openTestShop({ withMail: true, ...options });

  /** Sets how the mail service fails. */
  const setMailFaults = (faults: object): Promise<Response> =>
    shop.controlMail('/_control/mail/faults', { ...jsonPost(faults), method: 'PUT' });

  const heal = async (): Promise<void> => {
    for (const fail of [shop.failMail, shop.failRedis, shop.failStripe]) fail('none');
    await Promise.all([setFaults(shop, {}), setMailFaults({})]);
  };
  beforeEach(async () => {
    for (const level of LEVELS) vi.spyOn(console, level).mockReturnValue();
    await heal();
  });

  return Object.assign(shop, {
    setMailFaults,
    heal,
    buyAs: async (email: string, type: string, paying: object = {}): Promise<string> => {
      const session = await openSession(shop, type);
      await control(shop, 'pay', { session, email, ...paying });
      return session;
    },
    /** Deletes the data of all services, holds all webhooks, and stops the clock. */
    startAnew: async (): Promise<void> => {
      await shop.empty();
      await setFaults(shop, { webhooks: { hold: true } });
      pass(0);
    },
    mailsAbout: async (session: string) =>
      (await shop.inbox()).filter(({ text }) => text.includes(session)),
  });
};
