import { beforeEach, vi } from 'vitest';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

const ADDRESS = '/api/admin/edition-news';

const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectFor('new-edition', name)));

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = new Date('2026-11-22T18:00:00Z');

let editions = 0;

const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);

/** The shop waits until a second has passed since its last batch of emails. It has passed already. */
const passSecond = (): void => pass(1 / 60);

/** A shop whose owner announces editions, and whose clock the test moves. Each begins in the evening, without orders. */
export const openAnnouncingShop = async (options: Parameters<typeof openMailShop>[0] = {}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
  const shop = await openMailShop(options);
  const owner = await ownerClient(shop);

  /** Makes a new edition what buyers get, a minute after everything before it. Answers its id. */
  const publish = async (product: string = GUIDE.product): Promise<string> => {
    pass(1);
    const edition = { id: `edition-${(editions += 1)}`, since: new Date().toISOString() };
    await writeGuide(productOf(product).file_name, new ArrayBuffer(8), { edition });
    pass(1);
    return edition.id;
  };
  const press = (body: object): Promise<Response> => {
    passSecond();
    return owner.post(ADDRESS, body);
  };
  const preview = (edition: string, more: object = {}): Promise<Response> =>
    press({ action: 'preview', product: GUIDE.product, edition, changes: '', ...more });
  /** Shows the owner a preview. Answers the press that then announces the edition. */
  const ready = async (edition: string, more: object = {}): Promise<() => Promise<Response>> => {
    const { preview: sealed } = await (await preview(edition, more)).json();
    return () => press({ action: 'tell', preview: sealed });
  };
  const state = async (): Promise<AnnouncementsResponse> => (await owner.call(ADDRESS)).json();

  let earlier = 0;
  const allMails = async () =>
    (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();
  /** The buyers' emails about new editions, oldest first. */
  const mails = async () => (await allMails()).slice(earlier);
  beforeEach(async () => {
    vi.setSystemTime(EVENING);
    await shop.redis.flushdb();
    earlier = (await allMails()).length;
  });

  return Object.assign(shop, {
    owner,
    pass,
    publish,
    press,
    preview,
    ready,
    state,
    mails,
    /** Somebody of this name buys guide 1, or another product. */
    buys: (name: string, product: string = GUIDE.product): Promise<string> =>
      shop.buyAs(`${name}@example.com`, productOf(product).product_type),
    /** Who got an email about a new edition, by name. */
    reached: async (): Promise<string[]> =>
      (await mails()).map(({ to }) => to.split('@')[0] ?? '').toSorted(),
    stateOf: async (edition: string): Promise<AnnouncementView | undefined> =>
      (await state()).news.find((one) => one.edition === edition),
    /** Announces an edition, as the owner's page does. */
    announce: async (edition: string, more: object = {}): Promise<Response> =>
      (await ready(edition, more))(),
    /** Calls the shop as Netlify's schedule does. */
    sendPortion: (): Promise<Response> => {
      passSecond();
      return shop.post('/.netlify/functions/send-announcements', {});
    },
  });
};
