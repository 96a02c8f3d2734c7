import { vi } from 'vitest';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
import { control, openSession } from '../shop/buying.ts';
import { writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { PRODUCTS, productOf } from '../catalogue.ts';
import { GUIDE, ownerClient } from '../shop/owner.ts';
import type { TestShop } from '../shop/shop.ts';
import { subjectFor } from './mail-shop.ts';

const ADDRESS = '/api/admin/edition-news';

const SUBJECTS = new Set(PRODUCTS.map(({ name }) => subjectFor('new-edition', name)));

let editions = 0;

const pass = (minutes: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
};

/** The owner who announces editions, and buyers of a shop whose clock is set by hand. */
export const announcingIn = async (shop: TestShop) => {
  const owner = await ownerClient(shop);

  const buyAs = async (email: string, productType: string): Promise<string> => {
    const session = await openSession(shop, productType);
    await control(shop, 'pay', { session, email });
    return session;
  };
  /** Makes a new edition what buyers get, a minute after all that was; its id. In the store: an upload takes seconds. */
  const publish = async (product: string = GUIDE.product): Promise<string> => {
    pass(1);
    const edition = { id: `edition-${(editions += 1)}`, since: new Date().toISOString() };
    await writeGuide(productOf(product).file_name, new ArrayBuffer(8), { edition });
    pass(1);
    return edition.id;
  };
  const post = (body: object): Promise<Response> => owner.post(ADDRESS, body);
  const preview = async (edition: string, more: object = {}): Promise<Response> =>
    post({
      action: 'preview',
      product: GUIDE.product,
      edition,
      changes: '',
      ...more,
    });
  /** After the preview, and right before the press that announces. */
  const ready = async (edition: string, more: object = {}): Promise<() => Promise<Response>> => {
    const { preview: sealed } = await (await preview(edition, more)).json();
    return () => post({ action: 'tell', preview: sealed });
  };
  const state = async (): Promise<AnnouncementsResponse> => (await owner.call(ADDRESS)).json();

  return {
    pass,
    buyAs,
    publish,
    post,
    preview,
    state,
    of: async (edition: string): Promise<AnnouncementView | undefined> =>
      (await state()).news.find((one) => one.edition === edition),
    ready,
    /** Announces an edition, as the owner's page does. */
    announce: async (edition: string, more: object = {}): Promise<Response> =>
      (await ready(edition, more))(),
    /** As Netlify's scheduler calls. */
    portion: () => shop.post('/.netlify/functions/send-announcements', {}),
    /** The buyers' mails of new editions, oldest first. */
    mails: async () =>
      (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed(),
  };
};

/** By whom mails were taken, in alphabetical order. */
export const addressesOf = (mails: readonly { readonly to: string }[]): string[] =>
  mails.map(({ to }) => to).toSorted();
