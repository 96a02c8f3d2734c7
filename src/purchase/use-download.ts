import { useState } from 'react';
import { toast } from 'sonner';
import { ApiError, get, post } from '../api/request.ts';
import type {
  FileAccessRequest,
  FileAccessResponse,
  ProductsResponse,
} from '../contract/downloads.ts';
import type { OrderFiles, PublicOrder } from '../contract/orders.ts';
import { type Outcome, type Progress, saveInTurn } from './download.ts';
import type { SettledPurchase } from './purchase.ts';

export type ListedProduct = ProductsResponse['products'][number];
export type PaidFor = Pick<PublicOrder, 'product_type' | 'guide_name'>;

/**
 * The products whose files an order may download. For the bundle, all active ones, its own first, since that file has
 * all guides; for a guide, the product with the order's type, or else with its name.
 */
export function matchProducts(order: PaidFor, products: readonly ListedProduct[]): ListedProduct[] {
  const active = products.filter((product) => product.is_active);
  const isBundle = (product: ListedProduct): boolean => product.product_type === 'bundle';
  if (order.product_type === 'bundle') {
    return active.toSorted((a, b) => Number(isBundle(b)) - Number(isBundle(a)));
  }
  const match =
    active.find((product) => product.product_type === order.product_type) ??
    active.find((product) => product.name === order.guide_name);
  return match ? [match] : [];
}

type Collected = OrderFiles & { problem: { title: string; message: string } | null };

const nothing = (message: string): Collected => ({
  files: [],
  problem: { title: 'Download failed', message },
});

/** Links to a product's files. */
const requestFiles = (productId: string, sessionId: string): Promise<FileAccessResponse> =>
  post<FileAccessRequest, FileAccessResponse>('/api/secure-file-access', {
    product_id: productId,
    session_id: sessionId,
  });

/** Every file of an order with its link, and what went wrong, if anything did. */
export async function collectFiles(order: PaidFor, sessionId: string): Promise<Collected> {
  const listed = await get<ProductsResponse>('/api/products').catch(() => null);
  if (listed === null) return nothing('Failed to load product information');

  const products = matchProducts(order, listed.products);
  if (products.length === 0) return nothing('No matching products found for your purchase');

  const answers = await Promise.allSettled(products.map(({ id }) => requestFiles(id, sessionId)));
  const files = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? answer.value.files : [],
  );
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused) {
    // A bundle with one missing file still gives the others.
    const detail = refused.reason instanceof ApiError ? refused.reason.detail : null;
    const message = detail ?? 'Failed to get download URLs';
    return { files, problem: { title: 'Download Error', message } };
  }
  if (files.length === 0) return nothing('No files available for download');
  return { files, problem: null };
}

export type PaidPurchase = Extract<SettledPurchase, { step: 'paid' }>;

export type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: Progress | null }
  | { step: 'done'; outcome: Outcome };

/** Downloads the files of a paid order when the button is pressed. `onDenied`: the order gives no access any more. */
export function useDownload({ order, files: given }: PaidPurchase, onDenied: () => void) {
  const [files, setFiles] = useState(given);
  const [state, setState] = useState<DownloadState>({ step: 'ready' });

  /** Asks for the links that the answer about the purchase lacked. */
  async function findFiles() {
    if (files.length > 0) return files;
    const { files: found, problem } = await collectFiles(order, order.stripe_session_id);
    if (problem) toast.error(problem.title, { description: problem.message });
    setFiles(found);
    return found;
  }

  async function download(): Promise<void> {
    if (state.step === 'busy') return;
    setState({ step: 'busy', progress: null });
    const outcome = await saveInTurn(await findFiles(), (progress) =>
      setState({ step: 'busy', progress }),
    );
    setState({ step: 'done', outcome });
    if (outcome.refusal !== 'denied') return;
    toast.error('Please complete your purchase first.');
    onDenied();
  }

  return { state, files, download };
}
