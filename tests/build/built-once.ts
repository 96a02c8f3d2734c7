import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSite } from '../../netlify/local/build.ts';
import { copyProject } from '../project.ts';
import { LICENSE, OFFERED, ORIGIN, SECRETS, SELLER } from './deployed.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- extends Vitest's interface
  interface ProvidedContext {
    builtSite: string;
  }
}

/** Builds the site the same way as a deploy, with every server secret in the environment. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { root, read, write, remove } = copyProject();
  const addFields = (file: string, fields: Readonly<Record<string, string>>): void => {
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
    write(file, read(file).replace('---\n', `---\n${lines.join('')}`));
  };
  const catalog = JSON.parse(read('content/catalog.json'));
  const offered = { ...catalog, products: OFFERED, checkout: { managed_payments: true } };
  write('content/catalog.json', JSON.stringify(offered));
  addFields('content/site.md', SELLER);
  addFields('content/creator.md', { license: LICENSE });
  const directory = path.join(root, 'dist');
  const environment = {
    ...SECRETS,
    PUBLIC_SITE_URL: ORIGIN,
    STRIPE_API_URL: 'http://localhost:8889', // must not get into a live shop’s policy
    PUBLIC_ADS_CONVERSION: '',
    MAIL_FROM: '', // so that the shop sends no email despite its key
  };
  await buildSite(root, directory, environment);
  project.provide('builtSite', directory);
  return remove;
}
