import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError, get, post } from '../api/request.ts';
import type {
  DownloadFile,
  OrderFiles,
  ProductsResponse,
  PublicOrder,
} from '../contract/orders.ts';
import { type Outcome, type Progress, saveInTurn } from './download.ts';
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

export type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: Progress | null }
  | { step: 'done'; outcome: Outcome };

/** Downloads the files of a paid order when the button is pressed. */
export function useDownload({ order, files: given }: PaidPurchase) {
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
