import type { GuideFiles } from '../../contract/guide-files.ts';
import { guideAddress } from '../../api/uploads.ts';
import type { DeskProduct } from './guess-product.ts';
import { MiniCover } from './MiniCover.tsx';
import { ShelfEarlier } from './EarlierEditions.tsx';
import { ShelfFacts } from './EditionFacts.tsx';
import { ShelfHash } from './EditionHash.tsx';

type Props = {
  item: GuideFiles;
  /** Null for one that has no page in the shop. */
  product: DeskProduct | null;
};

/** One product: the file of today, and those before it. */
export function ShelfItem({ item, product }: Props) {
  const { id, name, file_name, current } = item;
  return (
    <li className="shelf-item" data-product={id}>
      {product && <MiniCover product={product} />}
      <div className="min-w-0">
        <h3>
          <span className="whitespace-nowrap">{product?.label ?? name}</span>
          {current?.isSample && <span className="mark">Sample</span>}
          {!item.is_active && <span className="mark">Off sale</span>}
        </h3>
        <p className="text-small wrap-anywhere text-quiet">{file_name}</p>
        {current ? (
          <>
            <ShelfFacts current={current} />
            <ShelfHash sha256={current.sha256} />
          </>
        ) : (
          <p className="mt-2 border-l-4 border-alert pl-3">
            <strong className="text-alert">No file.</strong> Buyers of this guide now meet ‘No files
            available for download’.
          </p>
        )}
      </div>
      {current && (
        <a className="button-quiet" href={guideAddress(id)} target="_blank" rel="noreferrer">
          Open<span className="sr-only"> the file of {product?.label ?? name}</span>
        </a>
      )}
      <ShelfEarlier product={id} label={product?.label ?? name} editions={item.earlier} />
    </li>
  );
}
