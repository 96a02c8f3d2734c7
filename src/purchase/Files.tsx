import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError, get, post } from '../api/request.ts';
import type {
  DownloadFile,
  OrderFiles,
  ProductsResponse,
  PublicOrder,
} from '../contract/orders.ts';
import {
  type DownloadOutcome,
  type DownloadProgress,
  outcomeWords,
  saveInTurn,
} from './download.ts';
import type { PaidPurchase } from './purchase.ts';

type ListedProduct = ProductsResponse['products'][number];
type PaidFor = Pick<PublicOrder, 'product_type' | 'guide_name'>;

/**
 * The products whose files an order may download. For the bundle, all active ones, its own first, since that file has
 * all guides; for a guide, the product with the order's type, or else with its name.
 */
export function matchProducts(order: PaidFor, products: readonly ListedProduct[]): ListedProduct[] {
  const active = products.filter((product) => product.is_active);
  if (order.product_type === 'bundle') {
    const rank = ({ product_type }: ListedProduct) => (product_type === 'bundle' ? 0 : 1);
    return active.toSorted((a, b) => rank(a) - rank(b));
  }
  const match =
    active.find((product) => product.product_type === order.product_type) ??
    active.find((product) => product.name === order.guide_name);
  return match ? [match] : [];
}

function fail(description: string, title = 'Download failed'): [] {
  toast.error(title, { description });
  return [];
}

/** Every file of an order with its link. A toast says what went wrong, if anything did. */
export async function collectFiles(order: PaidFor, sessionId: string): Promise<DownloadFile[]> {
  const listed = await get<ProductsResponse>('/api/products').catch(() => null);
  if (listed === null) return fail('Failed to load product information');

  const products = matchProducts(order, listed.products);
  if (products.length === 0) return fail('No matching products found for your purchase');

  const answers = await Promise.allSettled(
    products.map(({ id }) =>
      post<OrderFiles>('/api/secure-file-access', {
        product_id: id,
        session_id: sessionId,
      }),
    ),
  );
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused) {
    const detail = refused.reason instanceof ApiError ? refused.reason.detail : null;
    fail(detail ?? 'Failed to get download URLs', 'Download Error');
  }
  // A bundle with one missing file still gives the others.
  const files = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.files : []));
  return files.length > 0 || refused ? files : fail('No files available for download');
}

type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: DownloadProgress | null }
  | { step: 'done'; outcome: DownloadOutcome };

/** Downloads the files of a paid order when the button is pressed. */
function useDownload({ order, files: given }: PaidPurchase) {
  const [files, setFiles] = useState(given);
  const [state, setState] = useState<DownloadState>({ step: 'ready' });

  async function download(): Promise<void> {
    if (state.step === 'busy') return;
    setState({ step: 'busy', progress: null });
    // The answer about the purchase may have lacked the links.
    const found = files.length > 0 ? files : await collectFiles(order, order.stripe_session_id);
    setFiles(found);
    const outcome = await saveInTurn(found, (progress) => setState({ step: 'busy', progress }));
    setState({ step: 'done', outcome });
    // The order gives no access any more, after a refund say.
    if (outcome.refusal?.status === 403) toast.error('Please complete your purchase first.');
  }

  return { state, files, download };
}

/** The progress of a download, and then its result, which stays as long as the page is open. */
function DownloadStatus({ state }: { state: DownloadState }) {
  const progress = state.step === 'busy' ? state.progress : null;
  return (
    <div className="min-h-19 pt-5 pb-4" aria-live="polite">
      {progress && (
        <>
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
        </>
      )}
      {state.step === 'done' && <p className="font-semibold">{outcomeWords(state.outcome)}</p>}
    </div>
  );
}

/** The file of a product. */
export type SoldFile = {
  readonly type: string;
  readonly fileName: string;
  /** "A Seed in the Jar, ages 6–10, PDF" */
  readonly title: string;
  /** What was bought: "PDF, about 2 MB, 15 pages". */
  readonly facts: string;
};

type Props = { purchase: PaidPurchase; sold: readonly SoldFile[] };

/** The files of a paid order, saved by one button, or each by a plain link as phones and in-app browsers need it. */
export function Files({ purchase, sold }: Props) {
  const { state, files, download } = useDownload(purchase);
  const isBusy = state.step === 'busy';
  const isBundle = purchase.order.product_type === 'bundle';
  const titleOf = (name: string) => sold.find(({ fileName }) => fileName === name)?.title ?? 'PDF';
  return (
    <div className="screen-only">
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
      <section className="note" aria-labelledby="file-links">
        <h2 id="file-links" className="text-title">
          Or open it directly
        </h2>
        <p className="mt-2">
          On a phone or tablet, tap a file. If it opens instead of saving, save it with the share
          button. If it stops on a slow connection, choose “Resume” in your browser’s downloads.
        </p>
        {files.length === 0 && (
          <p className="mt-3">We couldn’t load the links. Use the button above to try again.</p>
        )}
        <ul className="mt-3">
          {files.map(({ downloadUrl, fileName }) => (
            <li key={fileName} className="border-t border-rule first:border-0">
              <a className="block py-2.5" href={downloadUrl} download>
                <span className="link font-semibold">{titleOf(fileName)}</span>{' '}
                <span className="block text-small wrap-anywhere text-quiet">{fileName}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
