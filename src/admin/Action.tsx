import { useEffect, useId, useRef, useState } from 'react';
import { reasonOf } from './reason.ts';

export type StatusMessage = { kind: 'done' | 'failed'; text: string };

const LINE = 'my-3 block border-l-4 pl-3.5';

/**
 * Shows an action's outcome beside its button. Modal dialogs use it because toasts lie beneath them, where
 * they can be neither seen nor read aloud.
 */
export function InlineStatus({ message }: { message: StatusMessage | null }) {
  const isDone = message?.kind === 'done';
  return (
    <>
      {/* Always rendered: screen readers may skip a live region that appears together with its text. */}
      <output className={isDone ? `${LINE} border-leaf` : ''}>{isDone && message.text}</output>
      {message?.kind === 'failed' && (
        <p role="alert" className={`${LINE} border-alert`}>
          {message.text}
        </p>
      )}
    </>
  );
}

/** Runs the action of a button, and keeps its outcome for an `InlineStatus`. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<StatusMessage | null>(null);

  /**
   * Does nothing while an action runs. A string that the action returns says what was done. `failedWords`
   * puts an error into words.
   */
  async function run(
    action: () => Promise<StatusMessage | string | void>,
    failedWords: (error: unknown) => string = reasonOf,
  ): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setMessage(null);
    try {
      const said = await action();
      setMessage(typeof said === 'string' ? { kind: 'done', text: said } : (said ?? null));
    } catch (error) {
      setMessage({ kind: 'failed', text: failedWords(error) });
    }
    setBusy(false);
  }

  return { isBusy, message, clearMessage: () => setMessage(null), run };
}

/**
 * Restores the focus after the pressed button has disappeared. The focus moves to the element whose
 * `data-next` equals the new step, within the section that gets the returned ref. If another element already
 * has it, nothing changes.
 */
export function useKeptFocus<Section extends HTMLElement = HTMLDivElement>(step: string) {
  const section = useRef<Section>(null);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost) return;
    section.current
      ?.querySelector<HTMLElement>(`[data-next="${step}"]`)
      ?.focus({ preventScroll: true });
  }, [step]);
  return section;
}

/**
 * The steps of a section with an action: first its button ("shown"), then for example a form, and a question.
 * The step of a question is what the question is about.
 */
export function useSteps<Step extends string | object>() {
  const [step, setStep] = useState<Step | 'shown'>('shown');
  const { clearMessage, ...action } = useAction();
  const section = useKeptFocus(typeof step === 'string' ? step : 'asked');

  const go = (next: Step | 'shown'): void => {
    clearMessage();
    setStep(next);
  };
  /** Runs the action that a question was about, and closes the question. */
  const act = async (...given: Parameters<typeof action.run>): Promise<void> => {
    await action.run(...given);
    setStep('shown');
  };
  return { ...action, section, step, setStep, go, act };
}

type ButtonsProps = {
  yes: string;
  no: string;
  isBusy?: boolean;
  busyWords?: string;
  /** Without it, the button submits its form. */
  onYes?: () => void;
  onNo: () => void;
};

/** The two buttons of a question or a form. */
export function YesNo({ yes, no, isBusy, busyWords, onYes, onNo }: ButtonsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <button
        type={onYes ? 'button' : 'submit'}
        className="button"
        data-next={onYes && 'asked'}
        aria-disabled={isBusy}
        onClick={onYes && (() => isBusy || onYes())}
      >
        {isBusy ? busyWords : yes}
      </button>
      {!isBusy && (
        <button type="button" className="button-quiet" onClick={onNo}>
          {no}
        </button>
      )}
    </div>
  );
}

/** Asked before an action that cannot be undone. `useSteps` moves the focus to its button. */
export function Question({ words, ...buttons }: ButtonsProps & { words: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="note border-2 border-rule shadow-none">
      <p id={id}>{words}</p>
      <YesNo busyWords="One moment..." {...buttons} />
    </section>
  );
}
