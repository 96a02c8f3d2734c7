import type { GuideFiles } from '../../contract/guide-files.ts';
import { describeFindings } from './findings.ts';
import type { DeskProduct } from './guess-product.ts';
import type { Upload } from './upload.ts';
import { type Checked, isUnderWay, type UploadState } from './upload-state.ts';
import { PagePreview } from './PagePreview.tsx';
import { UploadActions } from './UploadActions.tsx';
import { UploadFindings } from './UploadFindings.tsx';
import { UploadProduct } from './UploadProduct.tsx';
import { UploadReplaces } from './UploadReplaces.tsx';

type Props = {
  upload: Upload;
  state: Extract<UploadState, Checked>;
  products: readonly DeskProduct[];
  shelf: readonly GuideFiles[];
};

/** A file that may be uploaded: what it is, and for which guide. */
export function UploadFile({ upload, state, products, shelf }: Props) {
  const { file, findings, page, product, sha256 } = state;
  const toldPages = products.find(({ id }) => id === product)?.pages ?? null;
  const onShelf = shelf.find(({ id }) => id === product) ?? null;
  return (
    <div className="mt-6 border-t border-rule pt-6">
      <h3 className="wrap-anywhere">{file.name}</h3>
      <div className="mt-4 grid gap-6 sm:grid-cols-[11rem_1fr] sm:gap-8">
        <PagePreview key={sha256} page={page} fileName={file.name} />
        <UploadFindings lines={describeFindings(findings, file.size, toldPages)} />
      </div>
      <UploadProduct
        products={products}
        chosen={product}
        isFixed={isUnderWay(state)}
        onChoose={upload.chooseProduct}
      />
      <UploadReplaces product={onShelf} sha256={sha256} />
      <UploadActions upload={upload} state={state} />
    </div>
  );
}
