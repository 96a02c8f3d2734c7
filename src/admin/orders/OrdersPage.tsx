import { AdminPage } from '../AdminPage.tsx';
import type { ProductLabels } from './OrderRows.tsx';
import { OrdersView } from './OrdersView.tsx';

type Props = { brand: string; labels: ProductLabels };

export const OrdersPage = ({ brand, labels }: Props) => (
  <AdminPage brand={brand} current="/admin-orders">
    <OrdersView labels={labels} />
  </AdminPage>
);
