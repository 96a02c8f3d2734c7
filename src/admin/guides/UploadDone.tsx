import { guideAddress } from '../../api/uploads.ts';
import { countPages, fileSize } from './format-bytes.ts';
import type { AdminProduct } from './guess-product.ts';
import type { UploadState } from './upload-state.ts';

type Props = {
  state: Extract<UploadState, { step: 'done' }>;
  products: readonly AdminProduct[];
};

/** What became of an upload. */
export function UploadDone({ state, products }: Props) {
  const { changed, product, fileName, pages, size } = state.result;
  const label = products.find(({ id }) => id === product)?.label ?? fileName;
  return (
    <div className="mt-6 rounded-control bg-leaf-tint p-5">
      <h3 data-next="done" tabIndex={-1} className="outline-none">
        {changed ? `${label}: the new edition is live` : `${label}: nothing has changed`}
      </h3>
      <p className="mt-1">
        {changed
          ? 'Every buyer gets it at the next download, past ones too.'
          : 'Buyers had this very file already.'}
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
        Open what buyers get
      </a>
    </div>
  );
}
