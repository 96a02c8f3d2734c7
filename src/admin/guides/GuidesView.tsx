import { useEffect } from 'react';
import type { AnnouncementsResponse } from '../../contract/announcements.ts';
import { HealthLine } from '../HealthLine.tsx';
import { RefreshButton } from '../RefreshButton.tsx';
import { type Reading, useReading } from '../queries.ts';
import { Skeleton } from '../Skeleton.tsx';
import { useAnnouncements } from './announcements.ts';
import type { AdminProduct } from './guess-product.ts';
import { followOtherTabs, guideFiles } from './guide-files.ts';
import { GuideItem } from './GuideItem.tsx';
import { OldBundle } from './OldBundle.tsx';
import { AnnounceEdition } from './AnnounceEdition.tsx';
import { Upload } from './Upload.tsx';

type Props = { products: readonly AdminProduct[] };

/** Uploads new editions and lists the files that buyers get. */
export default function GuidesView({ products }: Props) {
  const reading = useReading(guideFiles);
  const { value, error, isReading } = reading;
  const announcements = useAnnouncements();
  useEffect(followOtherTabs, []);
  const all = value?.products ?? [];
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Guides</h1>
      <p className="mt-3 text-lead text-quiet">
        A new edition is live the moment it is uploaded, for past buyers too.
      </p>
      <HealthLine />
      <Upload products={products} guides={all} />
      <section aria-labelledby="guide-list" aria-busy={isReading} className="mt-14">
        <h2 id="guide-list">What buyers get</h2>
        <RefreshButton
          what="The list of files"
          reading={reading}
          whenDown="The store of the guides does not answer right now. Nothing is lost: it is looked at again when you try."
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
                  <OldBundle bundle={item} guides={all} products={products} />
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
    </>
  );
}

type NoteProps = { announcements: Reading<AnnouncementsResponse> };

/** Explains why announcements are missing from the list. */
function AnnouncementNote({ announcements: { value, error } }: NoteProps) {
  if (value?.sendsMail === false) {
    return (
      <p className="mt-2 text-small text-quiet">
        You can’t announce new editions yet, because the shop doesn’t send email. Run npm run doctor
        to see how to set it up.
      </p>
    );
  }
  if (value !== null || error === null) return null;
  return (
    <p role="alert" className="mt-2 text-small text-quiet">
      We couldn’t check whether new editions were announced. The files are not affected.
    </p>
  );
}
