import { once } from '../content/once.ts';
import { loadPages } from './pages.ts';

const GUIDES = '/guide-';

/**
 * Speculation rules: what a browser may fetch ahead while a parent's pointer rests on a link to it, or on a
 * phone when the link stands still in view. Only pages that may be found: nothing that is a buyer's or the
 * owner's, that costs a call, or that is a file. Fetched, not rendered: no script runs, and no message that
 * waits for the next page is taken by one that nobody sees.
 *
 * Browsers without them get nothing in their place. What they know, `<link rel="prefetch">`, would ask again at
 * the click, since pages are always revalidated: it saves no round trip.
 */
export const loadNextPages = once(async () => {
  const plain = (await loadPages()).map(({ path }) => path).filter((at) => !at.startsWith(GUIDES));
  const where = {
    and: [
      // Each page of a guide begins so (src/content/names.ts), and a list of all would be on every page.
      { href_matches: [...plain, `${GUIDES}*`] },
      { not: { href_matches: '/guide-download*' } },
    ],
  };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
});
