import { beforeEach, vi } from 'vitest';
import type { AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { ownerClient } from '../shop/owner.ts';
import { openMailShop, subjectFor } from './mail-shop.ts';

/** Six hours before the next day, so that the owner's session of eight hours is still valid in it. */
const EVENING = new Date('2026-11-22T18:00:00Z');
const PATH = '/api/admin/edition-news';
const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectFor('new-edition', name)));

export const pass = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000);
/** The shop waits until a second has passed since its last batch of emails. It has passed already. */
const passSecond = (): void => pass(1 / 60);

export const nameOf = ({ to }: { to: string }): string => to.split('@')[0] ?? '';

export const previewOf = (edition: string, more: object = {}) => ({
  action: 'preview',
  product: 'guide-1',
  edition,
  changes: '',
  ...more,
});

/** A shop that sells, publishes editions and announces them, empty for each test, and its clock. */
export const openAnnouncingShop = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: EVENING });
  const shop = await openMailShop({ withOwner: true });
  const owner = await ownerClient(shop);

  const allMails = async () =>
    (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed();
  let earlier = 0;
  const mails = async () => (await allMails()).slice(earlier);
  beforeEach(async () => {
    vi.setSystemTime(EVENING);
    await shop.redis.flushdb();
    earlier = (await allMails()).length;
  });

  const press = (body: object): Promise<Response> => {
    passSecond();
    return owner.post(PATH, body);
  };
  /** Shows the owner a preview, and answers the press that then announces the edition. */
  const ready = async (edition: string, more: object = {}): Promise<() => Promise<Response>> => {
    const { preview } = await (await press(previewOf(edition, more))).json();
    return () => press({ action: 'tell', preview });
  };
  const state = async (): Promise<AnnouncementsResponse> => (await owner.call(PATH)).json();
  let editions = 0;

  return {
    shop,
    owner,
    mails,
    press,
    ready,
    state,
    reached: async (): Promise<string[]> => (await mails()).map(nameOf).toSorted(),
    buys: (name: string, product = 'guide-1'): Promise<string> =>
      shop.buyAs(`${name}@example.com`, productOf(product).product_type),
    /** Makes a new edition what buyers get, a minute after everything before it. */
    publish: async (product = 'guide-1'): Promise<string> => {
      pass(1);
      const edition = { id: `edition-${(editions += 1)}`, since: new Date().toISOString() };
      await writeGuide(productOf(product).file_name, new ArrayBuffer(8), { edition });
      pass(1);
      return edition.id;
    },
    announce: async (edition: string, more: object = {}): Promise<Response> =>
      (await ready(edition, more))(),
    sendPortion: (): Promise<Response> => {
      passSecond();
      return shop.post('/.netlify/functions/send-announcements', {});
    },
    stateOf: async (edition: string) => (await state()).news.find((one) => one.edition === edition),
  };
};
