import { useState } from 'react';
import { toast } from 'sonner';
import { collectFiles } from './collect-files.ts';
import type { DownloadOutcome, DownloadProgress } from './download-outcome.ts';
import { saveInTurn } from './save-files.ts';
import type { PaidPurchase } from './verify-purchase.ts';

export type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: DownloadProgress | null }
  | { step: 'done'; outcome: DownloadOutcome };

export function useDownload({ order, files: initialFiles }: PaidPurchase) {
  const [files, setFiles] = useState(initialFiles);
  const [state, setState] = useState<DownloadState>({ step: 'ready' });

  async function download(): Promise<void> {
    if (state.step === 'busy') return;
    setState({ step: 'busy', progress: null });
    // The response about the purchase may have no links.
    const linked = files.length > 0 ? files : await collectFiles(order, order.stripe_session_id);
    setFiles(linked);
    const outcome = await saveInTurn(linked, (progress) => setState({ step: 'busy', progress }));
    setState({ step: 'done', outcome });
    // The order no longer gives access, for example after a refund.
    if (outcome.refusal?.status === 403) toast.error('Please complete your purchase first.');
  }

  return { state, files, download };
}
