import { useEffect } from 'react';
import { guideAddress } from '../../api/uploads.ts';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { useKeptFocus } from '../Action.tsx';
import { useStore } from '../store.ts';
import type { AdminProduct } from './guess-product.ts';
import { chooseFile, uploadState } from './upload.ts';
import { countPages, fileSize } from './file-size.ts';
import { isSent, progressWords } from './UploadActions.tsx';
import type { UploadState } from './upload-state.ts';
import { UploadDrop } from './UploadDrop.tsx';
import { UploadFile } from './UploadFile.tsx';

type Products = { products: readonly AdminProduct[] };
type Props = Products & { guides: readonly GuideFiles[] };

/** Has the browser ask for confirmation before the page is left. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}

const QUARTER = 25;

/** The state for screen readers. Progress changes only every 25 percent, so that it doesn't interrupt. */
function spokenWords(state: UploadState): string {
  if (state.step === 'checking') return `Checking ${state.fileName}.`;
  if (state.step === 'ready') return `${state.file.name} is ready to upload.`;
  if (state.step !== 'uploading') return '';
  if (isSent(state)) return progressWords(state);
  const percent = (100 * state.sentBytes) / state.file.size;
  return `Uploading: ${Math.floor(percent / QUARTER) * QUARTER} percent.`;
}

/** Lets the owner choose, check and upload a file. */
export function Upload({ products, guides }: Props) {
  const state = useStore(uploadState);
  useLeaveWarning(state.step === 'uploading');
  const section = useKeptFocus(state.step);
  const choose = (file: File) => void chooseFile(file, products);
  return (
    <section ref={section} aria-labelledby="upload" data-upload={state.step} className="note mt-8">
      <h2 id="upload" className="text-title">
        Upload a new edition
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
          <p className="font-semibold wrap-anywhere">{state.fileName} can’t be used</p>
          <p>{state.reason}</p>
          <p className="text-small text-quiet">
            Nothing was uploaded. Buyers still get the same file as before.
          </p>
        </div>
      )}
      {state.step === 'done' && <UploadDone state={state} products={products} />}
      {'file' in state && state.step !== 'done' && (
        <UploadFile state={state} products={products} guides={guides} />
      )}
    </section>
  );
}

type DoneProps = Products & { state: Extract<UploadState, { step: 'done' }> };

function UploadDone({ state, products }: DoneProps) {
  const { changed, product, fileName, pages, size } = state.result;
  const label = products.find(({ id }) => id === product)?.label ?? fileName;
  return (
    <div className="mt-6 rounded-control bg-leaf-tint p-5">
      <h3 data-next="done" tabIndex={-1} className="outline-none">
        {changed ? `${label}: the new edition is live` : `${label}: nothing changed`}
      </h3>
      <p className="mt-1">
        {changed
          ? 'Every buyer gets it with their next download, including past buyers.'
          : 'Buyers already had this exact file.'}
      </p>
      <p className="mt-1 text-small text-quiet">
        <span className="wrap-anywhere">{fileName}</span>, {countPages(pages)}, {fileSize(size)}
      </p>
      <a
        className="button-quiet mt-4"
        href={guideAddress(product)}
        target="_blank"
        rel="noreferrer"
      >
        Open the buyers’ file
      </a>
    </div>
  );
}
