import { ownersPage } from '../session/RequireLogin.tsx';

export const OrdersPage = ownersPage('orders', () => import('./OrdersView.tsx'));
