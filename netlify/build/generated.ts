import type { GuidePromise } from '#contract/guide-files.ts';
import type { ShopMails } from '#contract/mail.ts';

/** The data that a build generates for the functions. */
export type Generated = ShopMails & {
  /**
   * Netlify's deploy context: 'production', 'deploy-preview', 'branch-deploy' and so on. On a
   * developer's machine, it is 'dev'.
   */
  context: string;
  /** The deploy's URL. Undefined on a developer's machine, which uses PUBLIC_SITE_URL. */
  siteUrl?: string | undefined;
  /** The site's 404.html, because functions don't read the site's files. */
  notFoundPage: string;
  /** Renamed pages: maps each former path to the current one. */
  formerly: Readonly<Record<string, string>>;
  /** What the pages say about each guide's PDF, keyed by product id. */
  promises: Readonly<Record<string, GuidePromise>>;
  /** The layout of the pages that functions render. */
  shellPage: string;
};

/**
 * Functions import this as `#generated`. Bundles contain the build's JSON instead. A program that
 * runs the functions from source must set all fields except `context`.
 */
export default { context: 'dev', notFoundPage: '', formerly: {}, promises: {} } as Generated;
