import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { astroBuild } from '../../netlify/local/build.ts';
import { copyProject } from '../project.ts';
import { ORIGIN, SECRETS } from './deployed.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- vitest's own is added to
  interface ProvidedContext {
    builtSite: string;
  }
}

/** Builds the site as it is deployed, beside every secret of the server, once for all test files that read it. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { root, remove } = copyProject();
  const directory = path.join(root, 'dist');
  const environment = {
    ...SECRETS,
    PUBLIC_SITE_URL: ORIGIN,
    PUBLIC_ADS_CONVERSION: '',
    MAIL_FROM: '', // so that it sends no mail, for all its key
  };
  await astroBuild(root, directory, environment);
  project.provide('builtSite', directory);
  return remove;
}
