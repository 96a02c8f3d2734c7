import { buildSite } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { siteSettings } from './site.ts';

/** Builds the site that serve.ts serves, ahead of its start. */
const { directory, env } = siteSettings();
await buildSite(ROOT, directory, env);
