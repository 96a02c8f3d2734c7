/** A link to the page where the owner can fix a problem. */
export type CheckLink = {
  /** The next step, as in "Upload the PDF of Guide 1". */
  text: string;
  /** A path in the shop, or the URL of a vendor's page. */
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
  /** Omitted if the next step is to run a command or edit a file. */
  link?: CheckLink | undefined;
};

/** GET /api/health, for the owner. */
export type HealthReport = {
  status: Check['state'];
  checks: Check[];
};

/** GET /api/health, for anyone. */
export type HealthResponse = { status: 'ok' } | HealthReport;
