import { type ReactNode, useState } from 'react';
import { guideAddress } from '../../api/uploads.ts';
import type { CurrentEdition, GuideFiles } from '../../contract/guide-files.ts';
import { Time } from '../Time.tsx';
import { Badge } from './Badge.tsx';
import { EarlierEditions } from './EarlierEditions.tsx';
import { countPages, fileSize } from './file-size.ts';
import type { AdminProduct } from './guess-product.ts';
import { MiniCover } from './MiniCover.tsx';

type Props = {
  item: GuideFiles;
  /** Null if the product has no page in the shop. */
  product: AdminProduct | null;
  /** Notes on the current file. */
  children: ReactNode;
};

/** One product with its current file and its earlier editions. */
export function GuideItem({ item, product, children }: Props) {
  const { id, file_name, current } = item;
  const label = product?.label ?? item.name;
  return (
    <li
      className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-3 border-t border-rule py-6 md:grid-cols-[auto_1fr_auto]"
      data-product={id}
    >
      {product && <MiniCover product={product} />}
      <div className="min-w-0">
        <h3>
          {label} {current?.isSample && <Badge>Sample</Badge>}
          {!item.is_active && <Badge>Off sale</Badge>}
        </h3>
        <p className="text-small wrap-anywhere text-quiet">{file_name}</p>
        {current ? (
          <>
            <EditionFacts current={current} />
            {current.copies !== null && <p className="text-small text-quiet">{current.copies}</p>}
            {children}
            <EditionHash current={current} label={label} />
          </>
        ) : (
          <p className="mt-2 border-l-4 border-alert pl-3">
            <strong className="text-alert">No file.</strong> Anyone who buys this guide now sees ‘No
            files available for download’.
          </p>
        )}
      </div>
      {current && (
        <a
          className="button-quiet col-start-2 self-start justify-self-start md:col-start-3"
          href={guideAddress(id)}
          target="_blank"
          rel="noreferrer"
        >
          Open<span className="sr-only"> the file of {label}</span>
        </a>
      )}
      <EarlierEditions product={id} label={label} editions={item.earlier} />
    </li>
  );
}

function EditionFacts({ current }: { current: CurrentEdition }) {
  if (current.isSample) {
    return (
      <p className="mt-2 text-small">
        {fileSize(current.size)}. The shop printed it for trying things out: it is not your guide.
      </p>
    );
  }
  return (
    <p className="mt-2 text-small">
      {countPages(current.pages)}, {fileSize(current.size)}, since{' '}
      <Time at={current.since ?? current.uploadedAt} />, uploaded as{' '}
      <span className="wrap-anywhere">{current.uploadedAs}</span>
    </p>
  );
}

/** The file's SHA-256, for owners who compare files by it. */
function EditionHash({ current, label }: { current: CurrentEdition; label: string }) {
  const { sha256 } = current;
  const [note, setNote] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sha256);
      setNote('Copied.');
    } catch {
      setNote('This browser doesn’t allow copying from this page. Select it and copy it yourself.');
    }
  };
  return (
    <details className="text-small">
      <summary className="w-fit cursor-pointer py-2">
        Technical details<span className="sr-only"> of {label}</span>
      </summary>
      <p>
        SHA-256 <span className="font-mono wrap-anywhere select-all">{sha256}</span>
      </p>
      <p className="text-quiet">
        {current.isSample
          ? 'Two files with the same fingerprint are identical.'
          : 'This is the file as you uploaded it. Two files with the same fingerprint are identical. Copies with an order number have a different one, because the shop adds the number to the file.'}
      </p>
      <button type="button" className="link mt-1 py-1" onClick={() => void copy()}>
        Copy
      </button>{' '}
      <output className="text-quiet">{note}</output>
    </details>
  );
}
