import { useEffect } from 'react';
import type { GuideFilesResponse } from '../../contract/guide-files.ts';
import { RefreshButton } from '../RefreshButton.tsx';
import { useReading } from '../queries.ts';
import { Skeleton } from '../Skeleton.tsx';
import { useAnnouncements } from './announcements.ts';
import type { AdminProduct } from './guess-product.ts';
import { followOtherTabs, guideFiles } from './guide-files.ts';
import { GuideItem } from './GuideItem.tsx';
import { AnnouncementNote } from './AnnouncementNote.tsx';
import { OldBundle, guidesNewerThan } from './OldBundle.tsx';
import { AnnounceEdition } from './AnnounceEdition.tsx';
import { Upload } from './Upload.tsx';

type Props = { products: readonly AdminProduct[] };
type ListProps = Props & { state: ReturnType<typeof useReading<GuideFilesResponse>> };

/** Where a new edition goes live, and what buyers get now. */
export function GuidesView({ products }: Props) {
  const state = useReading(guideFiles);
  useEffect(followOtherTabs, []);
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Guides</h1>
      <p className="mt-3 text-lead text-quiet">
        A new edition is live the moment it is uploaded, for past buyers too.
      </p>
      <Upload products={products} guides={state.value?.products ?? []} />
      <GuideList state={state} products={products} />
    </>
  );
}

/** Every product with the file that its buyers get. */
function GuideList({ state, products }: ListProps) {
  const { value, error, isReading, read } = state;
  const announcements = useAnnouncements();
  const all = value?.products ?? [];
  return (
    <section aria-labelledby="guide-list" aria-busy={isReading} className="mt-14">
      <h2 id="guide-list">What buyers get</h2>
      <RefreshButton
        what="The list of files"
        state={state}
        hasOld={value !== null}
        whenDown="The store of the guides does not answer right now. Nothing is lost: it is looked at again when you try."
        onTryAgain={read}
      />
      {value === null && error === null && (
        <Skeleton words="Reading the list of files..." lines={products.length} />
      )}
      <AnnouncementNote announcements={announcements} />
      <ul className="mt-4">
        {all.map((item) => {
          const product = products.find(({ id }) => id === item.id) ?? null;
          return (
            <GuideItem key={item.id} item={item} product={product}>
              {product?.ages === null && (
                <OldBundle newer={guidesNewerThan(item, all)} products={products} />
              )}
              {announcements.value && (
                <AnnounceEdition
                  item={item}
                  label={product?.label ?? item.name}
                  announcements={announcements.value}
                />
              )}
            </GuideItem>
          );
        })}
      </ul>
    </section>
  );
}
