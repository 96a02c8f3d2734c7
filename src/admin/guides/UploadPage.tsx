import { lazy } from 'react';
import type { DeskProduct } from './guess-product.ts';
import { Door } from '../session/RequireLogin.tsx';

// Who has no session is not sent it.
const GuidesDesk = lazy(async () => ({
  default: (await import('./GuidesView.tsx')).GuidesDesk,
}));

type Props = { brand: string; products: DeskProduct[] };

export function UploadPage({ brand, products }: Props) {
  return (
    <Door brand={brand} current="guides">
      <GuidesDesk products={products} />
    </Door>
  );
}
