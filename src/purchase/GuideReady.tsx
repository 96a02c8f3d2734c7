import { useEffect, useRef } from 'react';
import type { PublicOrder } from '../contract/orders.ts';
import { useStore } from '../store/use-store.ts';
import { type Access, downloadAll, downloads, refreshLinks } from './download.ts';
import { FileLinks } from './FileLinks.tsx';
import { orderReference } from '../contract/order-number.ts';
import { SupportLink } from './SupportLink.tsx';

// Half of a ticket's ten minutes, so that a link on the page is always good for some minutes.
const REFRESH_EVERY_MS = 5 * 60_000;

/** Keeps the plain links valid while the page is open, and when the buyer comes back to it. */
function useFreshLinks(access: Access): void {
  useEffect(() => {
    const refresh = () => void refreshLinks(access);
    const onReturn = () => document.visibilityState === 'visible' && refresh();
    const onRestore = (event: PageTransitionEvent) => event.persisted && refresh();

    refresh();
    const timer = setInterval(refresh, REFRESH_EVERY_MS);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('pageshow', onRestore);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('pageshow', onRestore);
    };
  }, [access]);
}

/** Shows the covers of what was bought in place of the jar. The bundle shows them all. */
function showBoughtCovers(productType: string): void {
  for (const cover of document.querySelectorAll<HTMLElement>('[data-cover-of]')) {
    const isBought = productType === 'bundle' || cover.dataset['coverOf'] === productType;
    cover.toggleAttribute('data-away', !isBought);
  }
  for (const jar of document.querySelectorAll<HTMLElement>('[data-before-covers]')) {
    jar.setAttribute('data-away', '');
  }
}

type Props = {
  access: Access & { order: PublicOrder };
  supportEmail: string;
  /** What the page says of a product's files, by product type. */
  fileFacts: Readonly<Record<string, string>>;
};

/** The happiest screen of the shop: the files. */
export function GuideReady({ access, supportEmail, fileFacts }: Props) {
  const { busy, files, archive, progress } = useStore(downloads);
  useFreshLinks(access);

  // The screen has changed without a navigation: a screen reader goes on from its heading.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => showBoughtCovers(access.order.product_type), [access]);

  const isBundle = access.order.product_type === 'bundle';
  const label = isBundle ? 'Download Your Guides' : 'Download Your Guide';
  return (
    <div data-download="ready">
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        Your Guide is Ready!
      </h1>
      <p className="mt-4 text-lead">{access.order.guide_name}</p>
      <p className="mt-1 text-quiet">{fileFacts[access.order.product_type]}</p>
      <button
        type="button"
        className="button mt-6 w-full sm:w-auto"
        disabled={busy}
        aria-busy={busy}
        onClick={() => void downloadAll(access)}
      >
        {busy ? 'Preparing Download...' : label}
      </button>
      <div className="min-h-19" aria-live="polite">
        {progress && (
          <div className="mt-5">
            <label htmlFor="download-progress" className="text-small">
              File {progress.position} of {progress.count}:{' '}
              <span className="wrap-anywhere">{progress.fileName}</span>
            </label>
            <progress
              id="download-progress"
              className="progress mt-2"
              max={progress.count}
              value={progress.position - 1 + progress.fraction}
            />
          </div>
        )}
      </div>
      <FileLinks
        files={files}
        archive={archive}
        expected={isBundle ? Object.keys(fileFacts).length + 1 : 1}
      />
      <p className="mt-8">
        This page is yours to come back to: keep its address and you can download again. Order{' '}
        <strong className="font-mono">{orderReference(access.sessionId)}</strong>. Something amiss?
        Write to <SupportLink email={supportEmail} />.
      </p>
      <a className="button-quiet mt-6" href="/">
        Return to Home
      </a>
    </div>
  );
}
