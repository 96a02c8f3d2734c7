import { useInfiniteQuery } from '@tanstack/react-query';
import { listOrders } from '../../api/admin.ts';
import { EmptyJar } from '../../components/status/EmptyJar.tsx';
import { AdminPage } from '../AdminPage.tsx';
import { HealthLine } from '../HealthLine.tsx';
import { LoadError } from '../LoadError.tsx';
import { ordersKey } from '../queries.ts';
import { useOpenOrder } from './address.ts';
import { CsvExport } from './CsvExport.tsx';
import { OrderDialog } from './OrderDialog.tsx';
import { OrderList } from './OrderList.tsx';
import type { ProductLabels } from './OrderRows.tsx';
import { OrderSearch } from './OrderSearch.tsx';
import { Report } from './Report.tsx';
import { Withdrawn } from './Withdrawn.tsx';

type Props = { brand: string; labels: ProductLabels };

export const OrdersPage = ({ brand, labels }: Props) => (
  <AdminPage brand={brand} current="/admin-orders">
    <OrdersView labels={labels} />
  </AdminPage>
);

/** The orders that wait for the owner, the search, all orders, and the report. */
function OrdersView({ labels }: Pick<Props, 'labels'>) {
  const orders = useInfiniteQuery({
    queryKey: ordersKey,
    queryFn: ({ pageParam }) => listOrders(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const number = useOpenOrder();
  const first = orders.data?.pages[0];
  const isEmpty = first?.total === 0;
  return (
    <>
      <h1 className="pt-8 text-heading md:pt-12">Orders</h1>
      <HealthLine />
      <LoadError what="The orders" query={orders} />
      {orders.isPending && <output className="mt-6 block text-quiet">Loading...</output>}
      {isEmpty && <NoOrders />}
      {orders.data && first && !isEmpty && (
        <>
          <Withdrawn orders={first.waiting.withdrawn} />
          <OrderSearch labels={labels} />
          <OrderList
            pages={orders.data.pages}
            labels={labels}
            isLoading={orders.isFetchingNextPage}
            onMore={() => void orders.fetchNextPage()}
          />
          <Report labels={labels} />
          <CsvExport />
        </>
      )}
      {number !== null && <OrderDialog key={number} number={number} />}
    </>
  );
}

const NoOrders = () => (
  <section className="mt-8 grid items-center gap-8 sm:grid-cols-[auto_1fr] sm:gap-14">
    <EmptyJar />
    <div>
      <h2 className="text-title">No orders yet</h2>
      <p className="mt-3">Your first order shows up here seconds after it’s paid.</p>
      <a className="button-quiet mt-6" href="/">
        View the shop
      </a>
    </div>
  </section>
);
