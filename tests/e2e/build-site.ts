import path from 'node:path';
import { astroBuild } from '../../netlify/local/build.ts';
import { ROOT } from '../../netlify/local/settings.ts';
import { siteSettings } from './site.ts';

/** Builds the site that serve.ts serves, ahead of its start. */
await astroBuild(ROOT, path.join(ROOT, 'dist'), siteSettings());
