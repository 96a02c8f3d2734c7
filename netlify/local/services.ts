import { mkdirSync } from 'node:fs';
import { startPayments } from './payments.ts';
import { newPassword } from './password.ts';
import { type LocalService, newSecret } from './service.ts';
import { startStores } from './stores.ts';

type Settings = {
  /** Where the shop itself is reached. */
  readonly siteUrl: string;
  /** 0 takes any free port. */
  readonly ports: { readonly payments: number; readonly stores: number };
  /** Where orders, guides and payments are kept from run to run. */
  readonly directory: string;
  /** A hosted service that is configured here is used, and gets no local twin. */
  readonly configured: Readonly<Record<string, string | undefined>>;
};

/** A password that was configured is a secret, and not printed. */
const adminNote = (siteUrl: string, password: string, configured: string | undefined): string =>
  `Admin: ${siteUrl}/admin-upload, password: ${configured ? 'as ADMIN_PASSWORD says' : password}`;

/** Starts a local twin for each hosted service that is not configured. */
export const startLocalServices = async (settings: Settings): Promise<LocalService> => {
  const { siteUrl, ports, directory, configured } = settings;
  mkdirSync(directory, { recursive: true });
  const withRedis = !configured['UPSTASH_REDIS_REST_URL'];
  const withStripe = !configured['STRIPE_SECRET_KEY'];
  const services = [
    await startStores({ port: ports.stores, directory, withRedis }),
    ...(withStripe ? [await startPayments({ port: ports.payments, directory, siteUrl })] : []),
  ];
  const own = {
    PUBLIC_SITE_URL: siteUrl,
    SIGNING_SECRET: configured['SIGNING_SECRET'] || newSecret(),
    ADMIN_PASSWORD: configured['ADMIN_PASSWORD'] || newPassword(),
  };
  return {
    environment: Object.assign({}, own, ...services.map(({ environment }) => environment)),
    notes: [
      adminNote(siteUrl, own.ADMIN_PASSWORD, configured['ADMIN_PASSWORD']),
      ...services.flatMap(({ notes }) => notes),
    ],
    close: async () => {
      await Promise.all(services.map(({ close }) => close()));
    },
  };
};
