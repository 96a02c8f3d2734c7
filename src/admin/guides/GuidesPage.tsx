import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../AdminPage.tsx';
import { ShopFindings } from '../ShopFindings.tsx';
import { LoadError } from '../LoadError.tsx';
import { guidesQuery } from '../queries.ts';
import { type AdminProduct, GuideItem } from './GuideItem.tsx';

type Props = { brand: string; products: readonly AdminProduct[] };

export const GuidesPage = ({ brand, products }: Props) => (
  <AdminPage brand={brand} current="/admin-upload">
    <GuidesView products={products} />
  </AdminPage>
);

const SENDING_REFRESH_MS = 5000;

function GuidesView({ products }: Pick<Props, 'products'>) {
  const guides = useQuery({
    ...guidesQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.products.some(({ announcement }) => announcement?.left) ? SENDING_REFRESH_MS : false,
  });
  const { data } = guides;
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Guides</h1>
      <p className="mt-3 text-lead text-quiet">
        Publish a new file, and every buyer gets it with their next download, past buyers included.
      </p>
      <ShopFindings />
      <LoadError what="The list of guides" query={guides} />
      {guides.isPending && <output className="mt-6 block text-quiet">Loading...</output>}
      {data?.preview_to === null && (
        <p className="mt-6 text-small text-quiet">
          You can’t announce a new edition yet, because the shop doesn’t send email.
        </p>
      )}
      <ul className="mt-6">
        {data?.products.map((item) => (
          <GuideItem
            key={item.id}
            item={item}
            product={products.find(({ id }) => id === item.product) ?? null}
            previewTo={data.preview_to}
          />
        ))}
      </ul>
    </>
  );
}
