/** What was looked at, and how it stands. A fault must be mended; a warning should be read. */
export type Check = {
  /** A few words: "Stripe's webhook". */
  about: string;
  state: 'ok' | 'warning' | 'fault';
  /** One sentence or two, for the owner. Names of settings, and never what they hold. */
  says: string;
  /** What to do about it; null where all is well. */
  next: string | null;
  /** How long the service took to answer, in milliseconds; null where none was asked. */
  ms: number | null;
  /** What happened, newest first. */
  moments: { at: string; says: string }[];
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
