import path from 'node:path';
import { ROOT } from '../../netlify/local/settings.ts';
import { freePort, startShop } from '../project.ts';

/** By its name in the tables, the address of each shop. */
type Sites = Readonly<Record<string, string>>;

/** Starts this checkout's shop, and another checkout's beside it, as `npm start` does. Stops them at the end. */
export const withShops = async (
  beside: string,
  use: (sites: Sites) => Promise<void>,
): Promise<void> => {
  const folders = { here: ROOT, ...(beside && { beside: path.resolve(beside) }) };
  const shops = [];
  try {
    for (const [name, folder] of Object.entries(folders)) {
      const shop = await startShop(folder, await freePort(8620));
      shops.push({ name, ...shop });
    }
    await use(Object.fromEntries(shops.map(({ name, site }) => [name, site])));
  } finally {
    for (const { stop } of shops) await stop();
  }
};
