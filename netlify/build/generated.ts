import type { ShopMails } from '#contract/mail.ts';

/** What only a build knows. */
export type Generated = ShopMails & {
  /** The deploy's: 'production', 'deploy-preview', 'branch-deploy' ...; 'dev' on a developer's machine. */
  context: string;
  /** The deploy's own address. On a developer's machine, only PUBLIC_SITE_URL has it. */
  siteUrl?: string | undefined;
  /** The site's 404.html, since functions read no files of the site. */
  notFoundPage: string;
  /** The frame of the pages that functions make. */
  shellPage: string;
};

/**
 * The functions import it as `#generated`. In a bundle, the JSON that the build has generated stands in its place.
 * A program that runs the sources fills in all but the context.
 */
export default { context: 'dev', notFoundPage: '' } as Generated;
