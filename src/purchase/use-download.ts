import { useEffect, useEffectEvent, useState } from 'react';
import { toast } from 'sonner';
import type { DownloadFile } from '../contract/orders.ts';
import { type Outcome, type Progress, saveInTurn } from './download.ts';
import { type Collected, collectFiles } from './files.ts';
import { type Purchase, type SettledPurchase, checkWithFiles, linksOf } from './purchase.ts';

export type PaidPurchase = Extract<SettledPurchase, { step: 'paid' }>;

export type DownloadState =
  | { step: 'ready' }
  | { step: 'busy'; progress: Progress | null }
  | { step: 'done'; outcome: Outcome };

// Half of a ticket's ten minutes, so that a link on the page is always good for some minutes.
const RENEW_EVERY_MS = 5 * 60_000;

/** The links of a paid order, kept fresh, and what a press on the download button does. */
export function useDownload(purchase: PaidPurchase, show: (purchase: SettledPurchase) => void) {
  const { order, links } = purchase;
  const sessionId = order.stripe_session_id;
  const [state, setState] = useState<DownloadState>({ step: 'ready' });

  /** What is not answered, or cannot be renewed, stays as it was. */
  async function checkAgain(): Promise<Purchase | null> {
    const now = await checkWithFiles(sessionId).catch(() => null);
    if (now && now.step !== 'pending' && !(now.step === 'paid' && now.links === null)) show(now);
    return now;
  }

  async function findLinks(): Promise<Collected> {
    const found = await collectFiles(order, sessionId);
    if (found.files.length > 0 || links === null) {
      show({ ...purchase, links: linksOf(found.files) });
    }
    return found;
  }

  async function findFiles(): Promise<readonly DownloadFile[]> {
    if (links && links.files.length > 0 && links.goodUntil > Date.now()) return links.files;
    const { files, problem } = await findLinks();
    if (problem) toast.error(problem.title, { description: problem.message });
    return files;
  }

  async function download(): Promise<void> {
    if (state.step === 'busy') return;
    setState({ step: 'busy', progress: null });
    const outcome = await saveInTurn(await findFiles(), (progress) =>
      setState({ step: 'busy', progress }),
    );
    setState({ step: 'done', outcome });
    if (!outcome.isRefused) return;
    // Money may have gone back meanwhile: the page then says so.
    const now = await checkAgain();
    if (now && now.step !== 'paid') toast.error('Please complete your purchase first.');
  }

  const fetchMissing = useEffectEvent(() => void findLinks());
  useEffect(() => {
    if (links === null) fetchMissing();
  }, [links]);

  const renew = useEffectEvent(() => void checkAgain());
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && renew();
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && renew();
    const timer = setInterval(() => renew(), RENEW_EVERY_MS);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('pageshow', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('pageshow', onReturn);
    };
  }, []);

  return { state, download };
}
