import { ownersPage } from '../session/RequireLogin.tsx';

export const HealthPage = ownersPage('health', () => import('./HealthView.tsx'));
