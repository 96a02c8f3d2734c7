/** A finding about the shop. A fault needs fixing; a warning should be read. */
export type Check = {
  /** A few words: "Stripe webhook". */
  about: string;
  state: 'ok' | 'warning' | 'fault';
  /** One or two sentences for the owner, with names of settings but never their values. */
  says: string;
  /** The next step; null if nothing is wrong. */
  next: string | null;
};

/** GET /api/health, for the owner. */
export type HealthReport = {
  /** The worst of the checks. */
  status: Check['state'];
  checks: Check[];
};

/** GET /api/health, for anybody. */
export type HealthResponse = { status: 'ok' } | HealthReport;
