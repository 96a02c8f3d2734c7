import { DownloadStatus } from './DownloadStatus.tsx';
import { FileLinks } from './FileLinks.tsx';
import { OrderNumber } from './OrderNumber.tsx';
import type { FileWords } from './file-words.ts';
import type { SettledPurchase } from './purchase.ts';
import { type PaidPurchase, useDownload } from './use-download.ts';

type Props = {
  purchase: PaidPurchase;
  show: (purchase: SettledPurchase) => void;
  words: FileWords;
  sendsEmail: boolean;
};

/** What was bought, and every way to its files. */
export function PaidOrder({ purchase, show, words, sendsEmail }: Props) {
  const { order, links } = purchase;
  const { state, download } = useDownload(purchase, show);
  const isBusy = state.step === 'busy';
  const isBundle = order.product_type === 'bundle';
  return (
    <>
      <p className="mt-4 text-lead">{order.guide_name}</p>
      <p className="mt-1 text-quiet">{words.facts[order.product_type]}</p>
      <button
        type="button"
        className="button mt-6 w-full sm:w-auto"
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void download()}
      >
        {isBusy ? 'Preparing Download...' : `Download Your Guide${isBundle ? 's' : ''}`}
      </button>
      <DownloadStatus state={state} />
      <FileLinks
        links={links}
        titles={words.titles}
        count={isBundle ? Object.keys(words.titles).length : 1}
      />
      <div className="mt-8">
        <p>
          This page is yours to come back to: keep its address and you can download again.{' '}
          {sendsEmail && 'An email brings it to you too.'}
        </p>
        <OrderNumber sessionId={order.stripe_session_id} />
      </div>
    </>
  );
}
