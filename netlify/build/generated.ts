import type { GuidePromise } from '#contract/guide-files.ts';
import type { ShopMails } from '#contract/mail.ts';

/** The data that a build makes for the functions. */
export type Generated = ShopMails & {
  /**
   * Netlify's deploy context: 'production', 'deploy-preview', 'branch-deploy' and so on. On a
   * developer's machine, it is 'dev'.
   */
  context: string;
  /** The address of this deploy. Undefined on a developer's machine, which has PUBLIC_SITE_URL. */
  siteUrl?: string | undefined;
  /** The site's 404.html, since functions read no files of the site. */
  notFoundPage: string;
  /** The addresses of renamed pages: today's address by the earlier one. */
  formerly: Readonly<Record<string, string>>;
  /** What the pages say about each guide's PDF, by the product's id. */
  promises: Readonly<Record<string, GuidePromise>>;
  /** The layout of the pages that functions render. */
  shellPage: string;
};

/**
 * Functions import this as `#generated`. A bundle contains the build's JSON instead. A program that
 * runs the sources must set all fields but the context.
 */
export default { context: 'dev', notFoundPage: '', formerly: {}, promises: {} } as Generated;
