import { expect, test } from 'vitest';
import type { Message } from '../../netlify/mail/message.ts';
import { type OwnerNews, type OwnerNewsStore, tellOwner } from '../../netlify/mail/owner-news.ts';

const NEWS: OwnerNews = { key: 'day/2026-11-22', subject: '1 sale', lines: [], page: '/' };

/** Holds the one that waits. */
const store: OwnerNewsStore = {
  due: async () => [NEWS.key],
  claim: async (_id, now) => now,
  release: async () => {},
  end: async () => {},
  isTold: async () => false,
  keep: async () => {},
  find: async () => NEWS,
};

test('a test shop’s email of a day does not take the live one’s place at the mail service', async () => {
  const sent: Message[] = [];
  for (const context of ['production', 'production-live']) {
    await tellOwner(
      {
        store,
        findSale: async () => null,
        send: async (message) => {
          sent.push(message);
          return { is: 'sent', id: '1' };
        },
        now: () => 1_795_000_000,
        siteUrl: 'https://shop.example',
        context,
        to: 'owner@shop.example',
        onFailed: () => {},
      },
      NEWS,
    );
  }
  expect(sent.map(({ key }) => key)).toEqual([
    'owner/production/day/2026-11-22',
    'owner/production-live/day/2026-11-22',
  ]);
});
