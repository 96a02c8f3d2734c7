import { useEffect, useState } from 'react';
import type { DeskProduct } from './guess-product.ts';
import { followOtherTabs, shelf } from './guide-files.ts';
import { Shelf } from './GuideList.tsx';
import { Upload } from './Upload.tsx';
import { createDeskUpload } from './uploads.ts';
import { useReading } from '../use-reading.ts';

/** Where a new edition goes live, and what buyers get now. */
export function GuidesDesk({ products }: { products: readonly DeskProduct[] }) {
  const reading = useReading(shelf);
  const [upload] = useState(() => createDeskUpload(products));
  useEffect(followOtherTabs, []);
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Guides</h1>
      <p className="mt-3 text-lead text-quiet">
        A new edition is live the moment it is uploaded, for past buyers too.
      </p>
      <Upload upload={upload} products={products} shelf={reading.value?.products ?? []} />
      <Shelf reading={reading} products={products} />
    </>
  );
}
