import type { GuideFilesResponse } from '../../contract/guide-files.ts';
import type { DeskProduct } from './guess-product.ts';
import type { Reading } from '../resource.ts';
import { shelf } from './guide-files.ts';
import { ReadAgain } from '../orders/RefreshButton.tsx';
import { ShelfItem } from './GuideItem.tsx';
import { Skeleton } from '../Skeleton.tsx';

type Props = { reading: Reading<GuideFilesResponse>; products: readonly DeskProduct[] };

/** Every product with the file that its buyers get. */
export function Shelf({ reading, products }: Props) {
  const { value, error } = reading;
  return (
    <section aria-labelledby="shelf" aria-busy={reading.isReading} className="mt-14">
      <h2 id="shelf">What buyers get</h2>
      <ReadAgain
        what="The shelf"
        reading={reading}
        hasOld={value !== null}
        whenDown="The store of the guides does not answer right now. Nothing is lost: it is looked at again when you try."
        onTryAgain={() => void shelf.read()}
      />
      {value === null && error === null && (
        <Skeleton words="Looking at the shelf..." lines={products.length} />
      )}
      <ul className="mt-4">
        {value?.products.map((item) => (
          <ShelfItem
            key={item.id}
            item={item}
            product={products.find(({ id }) => id === item.id) ?? null}
          />
        ))}
      </ul>
    </section>
  );
}
