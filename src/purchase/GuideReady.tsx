import { useEffect, useRef } from 'react';
import type { PublicOrder } from '../contract/orders.ts';
import { showBoughtCovers } from './bought-covers.ts';
import type { Access } from './download.ts';
import type { FileFacts } from './file-facts.ts';
import { orderReference } from './session-id.ts';
import { DownloadProgress } from './DownloadProgress.tsx';
import { downloads } from './downloads.ts';
import { FileLinks } from './FileLinks.tsx';
import { SupportLink } from './SupportLink.tsx';
import { useFreshLinks } from './use-fresh-links.ts';
import { useStore } from '../store/use-store.ts';

type Props = {
  access: Access & { order: PublicOrder };
  supportEmail: string;
  fileFacts: FileFacts;
};

/** The happiest screen of the shop: the files. */
export function GuideReady({ access, supportEmail, fileFacts }: Props) {
  const { busy, files, archive, progress } = useStore(downloads.state);
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
        onClick={() => void downloads.downloadAll(access)}
      >
        {busy ? 'Preparing Download...' : label}
      </button>
      <div className="min-h-19" aria-live="polite">
        {progress && <DownloadProgress progress={progress} />}
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
