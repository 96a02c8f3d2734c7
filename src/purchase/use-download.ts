import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { positionAwayFrom } from '../toasts/position.ts';
import { collectFiles } from './collect-files.ts';
import type { DownloadOutcome, DownloadProgress } from './download-outcome.ts';
import { createMemory, saveInTurn } from './save-files.ts';
import type { OpenPurchase } from './verify-purchase.ts';

export type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: DownloadProgress | null }
  | { step: 'done'; outcome: DownloadOutcome };

export function useDownload({ order, files: initialFiles }: OpenPurchase) {
  const [files, setFiles] = useState(initialFiles);
  const [state, setState] = useState<DownloadState>({ step: 'ready' });
  const [memory] = useState(createMemory);
  /** True if a link may have expired, or if the response about the purchase contained none. */
  const needsLinks = useRef(initialFiles.length === 0);

  async function download(button: Element): Promise<void> {
    if (state.step === 'busy') return;
    setState({ step: 'busy', progress: null });
    const position = positionAwayFrom(button);
    const linked = needsLinks.current
      ? await collectFiles(order, order.stripe_session_id, position)
      : files;
    setFiles(linked);
    const onProgress = (progress: DownloadProgress) => setState({ step: 'busy', progress });
    // The button does not save other versions of a guide, such as large print.
    const guides = linked.filter(({ isExtra }) => !isExtra);
    const outcome = await saveInTurn(guides, { memory, position, onProgress });
    setState({ step: 'done', outcome });
    needsLinks.current = linked.length === 0 || outcome.refusal !== null;
    // The order no longer gives access, for example after a refund.
    if (outcome.refusal?.status === 403) {
      toast.error('Please complete your purchase first.', { position });
    }
  }

  return { state, files, download };
}
