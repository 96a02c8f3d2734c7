import { vi } from 'vitest';
import type { AnnouncementView, AnnouncementsResponse } from '../../src/contract/announcements.ts';
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

/** The shop waits until a second has passed since its last batch of emails. It has passed already. */
const passSecond = (): void => pass(1 / 60);

/** The owner who announces editions, in a shop whose clock the test moves. */
export const announcingIn = async (shop: TestShop) => {
  const owner = await ownerClient(shop);

  /** Makes a new edition what buyers get, a minute after everything before it. Answers its id. */
  const publish = async (product: string = GUIDE.product): Promise<string> => {
    pass(1);
    const edition = { id: `edition-${(editions += 1)}`, since: new Date().toISOString() };
    await writeGuide(productOf(product).file_name, new ArrayBuffer(8), { edition });
    pass(1);
    return edition.id;
  };
  const post = (body: object): Promise<Response> => {
    passSecond();
    return owner.post(ADDRESS, body);
  };
  const preview = (edition: string, more: object = {}): Promise<Response> =>
    post({ action: 'preview', product: GUIDE.product, edition, changes: '', ...more });
  /** Shows the owner a preview. Answers the press that then announces the edition. */
  const ready = async (edition: string, more: object = {}): Promise<() => Promise<Response>> => {
    const { preview: sealed } = await (await preview(edition, more)).json();
    return () => post({ action: 'tell', preview: sealed });
  };
  const state = async (): Promise<AnnouncementsResponse> => (await owner.call(ADDRESS)).json();

  return {
    pass,
    publish,
    post,
    preview,
    ready,
    state,
    of: async (edition: string): Promise<AnnouncementView | undefined> =>
      (await state()).news.find((one) => one.edition === edition),
    /** Announces an edition, as the owner's page does. */
    announce: async (edition: string, more: object = {}): Promise<Response> =>
      (await ready(edition, more))(),
    /** Calls the shop as Netlify's schedule does. */
    portion: (): Promise<Response> => {
      passSecond();
      return shop.post('/.netlify/functions/send-announcements', {});
    },
    /** The buyers' emails about new editions, oldest first. */
    mails: async () =>
      (await shop.inbox()).filter(({ subject }) => SUBJECTS.has(subject)).toReversed(),
  };
};
