import { useState } from 'react';
import type { StatusMessage } from './InlineStatus.tsx';
import { reasonOf } from './reason.ts';

/** Runs the action of a button, and keeps its outcome for an `InlineStatus`. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<StatusMessage | null>(null);

  /** Does nothing while an action runs. `failedWords` puts an error into words. */
  async function run(
    action: () => Promise<StatusMessage | void>,
    failedWords: (error: unknown) => string = reasonOf,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setMessage(null);
    try {
      setMessage((await action()) ?? null);
    } catch (error) {
      setMessage({ kind: 'failed', text: failedWords(error) });
    }
    setBusy(false);
  }

  return { isBusy, message, clearMessage: () => setMessage(null), run };
}
