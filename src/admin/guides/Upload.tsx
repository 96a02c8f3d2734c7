import { useEffect, useRef } from 'react';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { useStore } from '../../store/use-store.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import type { AdminProduct } from './guess-product.ts';
import type { Upload as UploadMachine } from './upload.ts';
import { spokenWords } from './upload-messages.ts';
import { isInProgress } from './upload-state.ts';
import { UploadDone } from './UploadDone.tsx';
import { UploadDrop } from './UploadDrop.tsx';
import { UploadFile } from './UploadFile.tsx';

type Props = {
  upload: UploadMachine;
  products: readonly AdminProduct[];
  guides: readonly GuideFiles[];
};

/** Asks before the page is left, in the browser's own words. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}

/** Takes a file, shows what it is, and sends it. */
export function Upload({ upload, products, guides }: Props) {
  const state = useStore(upload.state);
  const section = useRef<HTMLElement>(null);
  useLeaveWarning(isInProgress(state));
  useKeptFocus(section, state.step);
  const choose = (file: File) => void upload.choose(file);
  return (
    <section ref={section} aria-labelledby="upload" data-upload={state.step} className="note mt-8">
      <h2 id="upload" className="text-title">
        Upload an edition
      </h2>
      <UploadDrop onChoose={choose} isFirst={state.step === 'idle'} />
      <output className="sr-only">{spokenWords(state)}</output>
      {state.step === 'checking' && (
        <p className="mt-5 text-quiet">
          Looking into <span className="wrap-anywhere">{state.fileName}</span>...
        </p>
      )}
      {state.step === 'refused' && (
        <div role="alert" className="mt-5 border-l-4 border-alert pl-4">
          <p className="font-semibold wrap-anywhere">{state.fileName} was not taken</p>
          <p>{state.reason}</p>
          <p className="text-small text-quiet">
            Nothing was sent. Buyers get what they got before.
          </p>
        </div>
      )}
      {state.step === 'done' && <UploadDone state={state} products={products} />}
      {'file' in state && state.step !== 'done' && (
        <UploadFile upload={upload} state={state} products={products} guides={guides} />
      )}
    </section>
  );
}
