/** One check and its result. A fault needs fixing; a warning should be read. */
export type Check = {
  /** A few words: "Stripe webhook". */
  about: string;
  state: 'ok' | 'warning' | 'fault';
  /** One or two sentences for the owner, with names of settings but never their values. */
  says: string;
  /** What to do about it; null where nothing is wrong. */
  next: string | null;
  /** The service's response time in milliseconds; null where none was asked. */
  ms: number | null;
};

/** GET /api/health, for the owner. */
export type HealthReport = {
  /** The worst of the checks. */
  status: Check['state'];
  /** ISO 8601, UTC. */
  at: string;
  checks: Check[];
};

/** GET /api/health, for anybody. */
export type HealthResponse = { status: 'ok' } | HealthReport;
