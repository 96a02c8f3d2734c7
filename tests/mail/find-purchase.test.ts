import { expect, test } from 'vitest';
import { catalogue } from '../../netlify/catalogue.ts';
import { createBuyerKey } from '../../netlify/mail/buyer-key.ts';
import { sendPurchases } from '../../netlify/mail/find-purchase.ts';
import type { Message } from '../../netlify/mail/message.ts';
import { sessionFor } from '../shop/seed.ts';

const buyerKey = createBuyerKey('a secret');

/** A shop that has nothing recorded, at whose Stripe an address is listed with these sessions. */
const findWith = async (email: string, owners: readonly string[]): Promise<readonly Message[]> => {
  const sent: Message[] = [];
  const ports: Parameters<typeof sendPurchases>[0] = {
    buyerKey,
    mayMail: async () => true,
    orders: {
      find: async () => ({}),
      record: async (_id, { facts }) => ({ facts, added: [] }),
      ofBuyer: async () => [],
      findMany: async () => [],
    },
    sessionsOf: async () =>
      owners.map((owner, n) => sessionFor(n, { email: owner, buyer: buyerKey(owner) })),
    now: () => 1_800_000_000,
    timeZone: 'UTC',
    catalogue,
    siteUrl: 'https://shop.example',
    orderNumber: (id) => id,
    send: async (message) => {
      sent.push(message);
      return { is: 'sent', id: '1' };
    },
    template: { subject: '', replyTo: '', html: '{orders}', text: '{orders}' },
    checkout: { find: () => expect.unreachable() },
    queue: {
      add: () => expect.unreachable(),
      due: () => expect.unreachable(),
      claim: () => expect.unreachable(),
      release: () => expect.unreachable(),
      end: () => expect.unreachable(),
    },
    onFailed: (error) => expect.unreachable(String(error)),
    onOrdersDown: () => {},
    onFulfilled: () => {},
    onDisputed: () => {},
  };
  await sendPurchases(ports, email);
  return sent;
};

test('what Stripe lists of another address is told to nobody', async () => {
  const own = sessionFor(1).id;
  const owners = ['other@example.com', 'Parent@Example.com', 'parent@example.co'];
  const [mail] = await findWith('parent@example.com', owners);
  expect(mail?.text.match(/session_id=\w+/g)).toEqual([`session_id=${own}`]);
  expect(await findWith('parent@example.com', ['other@example.com'])).toEqual([]);
});

test('each request is a mail of its own to the mail service, however alike', async () => {
  const mails = [
    ...(await findWith('parent@example.com', ['parent@example.com'])),
    ...(await findWith('parent@example.com', ['parent@example.com'])),
  ];
  expect(new Set(mails.map(({ key }) => key)).size).toBe(2);
  expect(mails.map(({ to }) => to)).toEqual(['parent@example.com', 'parent@example.com']);
});
