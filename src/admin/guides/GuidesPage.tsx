import { ownersPage } from '../session/RequireLogin.tsx';

export const GuidesPage = ownersPage('guides', () => import('./GuidesView.tsx'));
