/** Where the owner fixes a finding. */
export type CheckLink = {
  /** The next step, as in "Upload the PDF of Guide 1". */
  text: string;
  /** A path of the shop, or an address at the service. */
  href: string;
};

/** A fault must be fixed; a warning should be read. */
export type Check = {
  /** "Stripe webhook" */
  about: string;
  state: 'ok' | 'warning' | 'fault';
  /** One or two sentences for the owner. They never contain the value of a setting. */
  says: string;
  /** The next step; null if nothing is wrong. */
  next: string | null;
  /** Missing if the next step is a command, or in a file. */
  link?: CheckLink | undefined;
};

/** GET /api/health, for the owner. */
export type HealthReport = {
  status: Check['state'];
  checks: Check[];
};

/** GET /api/health, for anybody. */
export type HealthResponse = { status: 'ok' } | HealthReport;
