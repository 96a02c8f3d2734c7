import { useRef } from 'react';
import type { GuideFiles } from '../../contract/guide-files.ts';
import type { DeskProduct } from './guess-product.ts';
import type { Upload as Machine } from './upload.ts';
import { isUnderWay } from './upload-state.ts';
import { spokenWords } from './upload-messages.ts';
import { useStore } from '../../store/use-store.ts';
import { UploadDone } from './UploadDone.tsx';
import { UploadDrop } from './UploadDrop.tsx';
import { UploadFile } from './UploadFile.tsx';
import { useKeptFocus } from '../use-kept-focus.ts';
import { useLeaveWarning } from './use-leave-warning.ts';

type Props = {
  upload: Machine;
  products: readonly DeskProduct[];
  shelf: readonly GuideFiles[];
};

/** Takes a file, shows what it is, and sends it. */
export function Upload({ upload, products, shelf }: Props) {
  const state = useStore(upload.state);
  const section = useRef<HTMLElement>(null);
  useLeaveWarning(isUnderWay(state));
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
        <UploadFile upload={upload} state={state} products={products} shelf={shelf} />
      )}
    </section>
  );
}
