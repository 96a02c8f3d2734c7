import { afterAll, describe, expect, test } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { createNews } from '../../netlify/mail/redis-news.ts';
import { createNoNews } from '../../netlify/mail/redis-no-news.ts';
import { createOrderKeys } from '../../netlify/orders/redis-keys.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { keepAll, ordersAt, sessionFor, sessionsFrom } from '../shop/seed.ts';

const NEWS = { edition: 'new', product: 'guide-1', since: 2e9, changes: '' };

describe.each(ENGINES)('what is kept of news in %s', (_, searchPath) => {
  test('goes from its beginning to its end', async () => {
    const stores = await openStores(searchPath);
    afterAll(stores.close);
    const client = {
      ...createRedisClient({ ...stores.address(), timeoutInMs: 10_000 }),
      keys: createOrderKeys('dev'),
    };
    const news = createNews(client);
    const sessions = sessionsFrom(0, 3);
    await keepAll(sessions, ordersAt(stores.address()));
    const [first, second, third] = sessions.map(({ buyer }) => buyer ?? '');

    await news.begin(NEWS, 100);
    await news.begin({ ...NEWS, changes: 'Other words.' }, 200);
    expect(await news.open()).toMatchObject([{ ...NEWS, begunAt: 100, state: 'gathering' }]);
    const page = await news.sales('-', 2);
    expect(page.map(({ buyer }) => buyer)).toEqual([first, second]);
    const after = page.at(-1)?.session ?? '';
    expect(await news.sales(after, 2)).toMatchObject([
      { buyer: third, productType: sessionFor(2).productType },
    ]);

    const [one, two, three] = [first, second, third].map((buyer) => buyer ?? '');
    if (!one || !two || !three) throw new Error('no buyers');
    await news.gather('new', { from: '-', to: after, buyers: [one, two] }, 100);
    await news.gather('new', { from: after, to: null, buyers: [two, three] }, 100);
    const queue = news.queue('new');
    await queue.end(one, { is: 'sent', detail: '' }, 100);
    await queue.end(one, { is: 'sent', detail: '' }, 100);
    // A step that was taken before brings nobody back.
    await news.gather('new', { from: after, to: null, buyers: [one] }, 100);
    expect(await news.list()).toMatchObject([{ state: 'sending', buyers: 3, sent: 1 }]);

    expect(await queue.claim(two, 100)).toBe(100);
    expect(await queue.claim(two, 101)).toBeNull();
    expect(await queue.due(101, 9)).toEqual([three]);
    await queue.release(two, 101);
    await news.pause('new', '429 too many', 170);
    expect(await news.open()).toMatchObject([{ pausedUntil: 170, pausedBy: '429 too many' }]);
    await news.finish('new', 180);
    expect(await news.isOpen('new')).toBe(true);

    await news.setOpen('new', false, 190);
    expect([await news.isOpen('new'), (await news.list())[0]?.state]).toEqual([false, 'stopped']);
    await news.setOpen('new', true, 200);
    for (const buyer of [two, three]) await queue.end(buyer, { is: 'skipped', detail: '' }, 200);
    await news.finish('new', 210);
    await news.setOpen('new', true, 220);
    const done = { state: 'done', sent: 1, leftOut: 2, pausedBy: null };
    expect(await news.list()).toMatchObject([done]);
    expect(await news.open()).toEqual([]);

    expect(await news.takeTurn()).toBe(true);
    // The in-process engine does not know NX as the SDK writes it.
    expect(await news.takeTurn()).toBe(searchPath === '');
    await news.endTurn();
    expect(await news.takeTurn()).toBe(true);

    const noNews = createNoNews(client);
    await noNews.add(one);
    await noNews.add(one);
    expect([await noNews.has(one), await noNews.has(two)]).toEqual([true, false]);
    await noNews.remove(one);
    expect(await noNews.has(one)).toBe(false);
  });
});
