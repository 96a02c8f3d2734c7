import { useEffect, useRef } from 'react';
import type { GuideFiles, GuidePromise } from '../../contract/guide-files.ts';
import { pdfPath } from '../../api/admin.ts';
import type { Hue } from '../../content/hues.ts';
import { unbroken } from '../../contract/ranges.ts';
import { Time } from '../Time.tsx';
import { EarlierEditions } from './EarlierEditions.tsx';
import { formatPages, formatFileSize } from '../../contract/format-file.ts';
import { ReplaceFile } from './ReplaceFile.tsx';
import { AnnounceEdition } from './AnnounceEdition.tsx';

export type AdminProduct = {
  readonly id: string;
  /** "6–10"; null for the bundle. */
  readonly ages: string | null;
  readonly hue: Hue;
  /** What the product's page says about the PDF; null for the bundle. */
  readonly promise: GuidePromise | null;
};

type Props = {
  item: GuideFiles;
  /** null if the product has no page in the shop. */
  product: AdminProduct | null;
  previewTo: string | null;
};

export function GuideItem({ item, product, previewTo }: Props) {
  const { id, name, current } = item;
  const heading = useRef<HTMLHeadingElement>(null);
  // When the browser looks for the target of the URL's fragment, the list has not loaded yet.
  useEffect(() => {
    if (window.location.hash === `#${encodeURIComponent(id)}`) heading.current?.focus();
  }, [id]);
  // The pages say nothing about a product's other files.
  const promise = id === item.product ? (product?.promise ?? null) : null;
  const edition = current && !current.isSample ? current.id : null;
  return (
    <li
      className="flex flex-wrap items-start gap-x-5 gap-y-3 border-t border-rule py-6"
      data-product={id}
    >
      {product ? <MiniCover product={product} /> : <span />}
      <div className="min-w-0 flex-1 basis-48">
        <h2 ref={heading} id={id} tabIndex={-1} className="text-title">
          <span>{unbroken(name)}</span>
          {!item.is_for_sale && (
            <span
              className="ml-2.5 rounded-full bg-hue-tint px-2.5 py-0.5 font-sans text-small font-medium whitespace-nowrap"
              data-hue="coral"
            >
              {item.is_active ? 'Not for sale' : 'Not active'}
            </span>
          )}
        </h2>
        <CurrentFile item={item} hasMail={previewTo !== null} />
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <ReplaceFile item={item} promise={promise} />
          {current && (
            <a className="button-quiet" href={pdfPath(id)} target="_blank" rel="noreferrer">
              Open<span className="sr-only"> the file of {name}</span>
            </a>
          )}
        </div>
        {edition !== null && previewTo !== null && (
          <AnnounceEdition key={edition} item={item} edition={edition} previewTo={previewTo} />
        )}
        <EarlierEditions item={item} />
      </div>
    </li>
  );
}

type CurrentFileProps = { item: GuideFiles; hasMail: boolean };

function CurrentFile({ item: { id, product, current }, hasMail }: CurrentFileProps) {
  if (current === null) {
    const isGuide = id === product;
    const wait = `Buyers see that you’re preparing it${hasMail ? ', and get an email when it’s ready' : ''}.`;
    return (
      <p className="mt-2 border-l-4 border-alert pl-3">
        No file yet. {isGuide ? wait : 'Buyers don’t see it until you upload it.'}
      </p>
    );
  }
  if (current.isSample) {
    return (
      <p className="mt-2 border-l-4 border-coin pl-3">This is a test sample, not your guide.</p>
    );
  }
  const { uploadedAs, pages, size } = current;
  return (
    <>
      <p className="mt-2 text-small wrap-anywhere">
        {`${uploadedAs}, ${formatPages(pages)}, ${formatFileSize(size)}, since `}
        <Time at={current.since ?? current.uploadedAt} />
      </p>
      {current.copies !== null && <p className="text-small text-quiet">{current.copies}</p>}
    </>
  );
}

const MiniCover = ({ product: { hue, ages } }: { product: AdminProduct }) => (
  <span className="mini-cover" data-hue={hue} aria-hidden="true">
    <span className="mt-[18%] mr-[12%] ml-[18%] block rounded-[2px] bg-[#fff6e3] py-[12%] text-center font-serif leading-[1.1] font-semibold whitespace-nowrap text-[#17332b]">
      {ages ?? 'All'}
    </span>
  </span>
);
