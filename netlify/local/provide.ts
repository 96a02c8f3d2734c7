import { readEnv } from '../env.ts';
import type { Ending } from './ending.ts';
import { startLocalServices } from './services.ts';
import type { LocalSettings } from './settings.ts';
import { stockShelf } from './shelf.ts';

/**
 * Gives this process, and every function that it starts, an environment in which all services are
 * there. Answers what the person who started the shop should know. Throws, naming every variable that
 * is missing, where the key or the url of a service is configured without the rest.
 */
export const provideServices = async (
  { port, siteUrl, paymentsPort, directory }: LocalSettings,
  ending: Ending,
): Promise<readonly string[]> => {
  const services = await startLocalServices({
    siteUrl,
    ports: { payments: paymentsPort, stores: port + 2 },
    directory,
    configured: process.env,
  });
  ending.add(services.close);
  Object.assign(process.env, services.environment);
  readEnv(process.env);
  await stockShelf();
  return services.notes;
};
