import type { DownloadFile } from '../contract/orders.ts';
import { showBusy, showReady } from '../store/busy-button.ts';
import { keepFlash } from '../toasts/flash.ts';
import { downloadAll, downloads, findLinks } from './download.ts';
import { onceParsed, openPurchase } from './page.ts';
import { checkWithFiles } from './purchase.ts';
import { fill } from './show.ts';

declare global {
  interface Window {
    downloads: typeof downloads;
  }
}

/** The script of /guide-download: lets a buyer with a paid order to the files, and everyone else home with a word why. */
const { view, refresh } = openPurchase(checkWithFiles);

const findButton = () => document.querySelector<HTMLButtonElement>('[data-download-all]');
/** What it reads while files are fetched. */
const BUSY_LABEL = 'Preparing Download...';

function linkTo({ downloadUrl, fileName }: DownloadFile): Node | null {
  const row = document.querySelector<HTMLTemplateElement>('[data-file-row]')?.content;
  const copy = row?.cloneNode(true);
  if (!(copy instanceof DocumentFragment)) return null;
  const link = copy.querySelector('a');
  link?.setAttribute('href', downloadUrl);
  if (link) link.textContent = fileName;
  return copy;
}

function showLinks(files: readonly DownloadFile[]): void {
  if (files.length === 0) {
    return fill('links', 'The links could not be fetched. The button above tries again.');
  }
  const rows = files.map(linkTo);
  document.querySelector('[data-files]')?.replaceChildren(...rows.filter((row) => row !== null));
}

/** Shows the covers of what was bought in place of the jar. The bundle shows them all. */
function showBoughtCovers(productType: string): void {
  for (const cover of document.querySelectorAll<HTMLElement>('[data-cover-of]')) {
    const isBought = productType === 'bundle' || cover.dataset['coverOf'] === productType;
    cover.toggleAttribute('data-away', !isBought);
  }
  document.querySelector('[data-before-covers]')?.setAttribute('data-away', '');
}

// The screen has changed without a navigation: a screen reader goes on from its heading.
let isEntered = false;
function enter(productType: string): void {
  if (isEntered) return;
  isEntered = true;
  showBoughtCovers(productType);
  const button = findButton();
  if (button && productType === 'bundle') button.textContent = 'Download Your Guides';
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** Once the page is there: it is an entry of the history then, and the words on it were said. */
function onceLoaded(work: () => void): void {
  if (document.readyState === 'complete') work();
  else addEventListener('load', work, { once: true });
}

/** Who may not download is told here, and once more where they are sent. */
function leaveForHome(denial: HTMLElement): void {
  const message = denial.querySelector('p')?.textContent ?? '';
  keepFlash({ title: denial.dataset['heading'] ?? '', message });
  // A buyer whose check failed may come back by the Back button; the others have nothing here.
  if (view.get().step === 'unverified') window.location.assign('/');
  else window.location.replace('/');
}

function follow(): void {
  const now = view.get();
  if (now.step === 'paid') {
    enter(now.order.product_type);
    if (now.links) showLinks(now.links.files);
    else void findLinks();
  }
  const denial = document.querySelector<HTMLElement>('[data-denial]:not([hidden])');
  if (denial) onceLoaded(() => leaveForHome(denial));
}
onceParsed(() => {
  view.subscribe(follow);
  follow();
});

// Half of a ticket's ten minutes, so that a link on the page is always good for some minutes.
const REFRESH_EVERY_MS = 5 * 60_000;
const renewLinks = (): void => {
  if (view.get().step === 'paid') void refresh();
};
setInterval(renewLinks, REFRESH_EVERY_MS);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') renewLinks();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) renewLinks();
});

// A press acts at once, whether or not React is there.
downloads.subscribe(() => {
  const button = findButton();
  if (!button) return;
  if (downloads.get().busy) showBusy(button, BUSY_LABEL);
  else showReady(button);
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target === findButton()) void downloadAll();
});
window.downloads = downloads;
