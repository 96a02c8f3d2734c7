import { Fragment } from 'react';
import type { GuideFiles } from '../../contract/guide-files.ts';
import { localTime } from '../time.ts';
import { useNow } from '../Time.tsx';
import { Badge } from './Badge.tsx';
import { describeFindings, type FindingLine } from './findings.ts';
import type { AdminProduct } from './guess-product.ts';
import { MiniCover } from './MiniCover.tsx';
import { PagePreview } from './PagePreview.tsx';
import { chooseProduct } from './upload.ts';
import type { Checked, UploadState } from './upload-state.ts';
import { UploadActions } from './UploadActions.tsx';

type Props = {
  state: Extract<UploadState, Checked>;
  products: readonly AdminProduct[];
  guides: readonly GuideFiles[];
};

/** A checked file with its findings and its guide, ready for the upload. */
export function UploadFile({ state, products, guides }: Props) {
  const { file, findings, page, product, sha256 } = state;
  const chosen = products.find(({ id }) => id === product) ?? null;
  const replaced = guides.find(({ id }) => id === product);
  return (
    <div className="mt-6 border-t border-rule pt-6">
      <h3 className="wrap-anywhere">{file.name}</h3>
      <div className="mt-4 grid gap-6 sm:grid-cols-[11rem_1fr] sm:gap-8">
        <PagePreview key={sha256} page={page} fileName={file.name} />
        <Findings lines={describeFindings(findings, file.size, chosen)} />
      </div>
      <UploadProduct state={state} products={products} />
      {replaced && <Replaced guide={replaced} sha256={sha256} />}
      <UploadActions state={state} />
    </div>
  );
}

function Findings({ lines }: { lines: readonly FindingLine[] }) {
  return (
    <dl className="grid content-start gap-x-8 gap-y-4 text-small md:grid-cols-2">
      {lines.map(({ label, value, meaning, isWarning }) => (
        <div key={label} data-warning={isWarning}>
          <dt className="text-quiet">{label}</dt>
          <dd className="font-semibold wrap-anywhere">
            {value}
            {isWarning && <Badge>worth a look</Badge>}
          </dd>
          <dd className="text-quiet">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Prevents a line break inside a range such as 6–10. */
const wordsOf = (label: string) =>
  label.split(' ').map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ' '}
      <span className="whitespace-nowrap">{word}</span>
    </Fragment>
  ));

/** Chooses the guide that the file belongs to. The file name gives the first guess. */
function UploadProduct({ state, products }: Pick<Props, 'state' | 'products'>) {
  const { product: chosen } = state;
  return (
    <fieldset className="mt-7" disabled={state.step === 'uploading'}>
      <legend className="font-semibold">
        {chosen === null
          ? 'Which guide is it? The file name doesn’t say.'
          : 'It is the new edition of'}
      </legend>
      <div className="mt-3 grid grid-cols-2 gap-2 lg:grid-cols-4">
        {products.map((product) => (
          <label
            key={product.id}
            className="choice choice-product max-md:text-small/[1.25]"
            data-hue={product.hue}
          >
            <input
              className="sr-only"
              type="radio"
              name="product"
              value={product.id}
              checked={product.id === chosen}
              onChange={() => chooseProduct(product.id)}
            />
            <MiniCover product={product} className="max-md:text-[0.5625rem]" />
            <span>{wordsOf(product.label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Replaced({ guide: { current }, sha256 }: { guide: GuideFiles; sha256: string }) {
  const now = useNow();
  const words = () => {
    if (current === null) return 'There’s no file for buyers yet.';
    if (current.sha256 === sha256) return 'Buyers already get this exact file.';
    if (current.isSample) return 'It replaces the sample.';
    const since = localTime(current.since ?? current.uploadedAt, now);
    return `It replaces the edition of ${since}, which you can restore.`;
  };
  return <p className="mt-3 text-small text-quiet">{words()}</p>;
}
