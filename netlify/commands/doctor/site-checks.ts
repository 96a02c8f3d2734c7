import tls from 'node:tls';
import type { Check } from '#contract/health.ts';
import {
  type Finding,
  NotReached,
  check,
  checkOf,
  fault,
  ok,
  warning,
} from '../../admin/health/check.ts';
import { FILE_HEADERS, PRIVATE_HEADERS } from '../../http/headers.ts';
import type { Answer, Probe } from './probe.ts';

const DEPLOY = 'Deploy this version of the shop again, and check the deploy log on Netlify.';

const addressFinding = (siteUrl: string, { status, headers, text }: Answer): Finding => {
  const to = headers.get('location');
  if (status === 200) {
    const [, builtFor = ''] = /rel="canonical" href="(https?:\/\/[^/"]+)/.exec(text) ?? [];
    if (builtFor === siteUrl) return ok('The home page loads.');
    const next = 'Set PUBLIC_SITE_URL on Netlify for this deploy context and deploy again.';
    return fault(`The pages were built for ${builtFor || 'no address'}.`, next);
  }
  if (to !== null) {
    const next = `Set PUBLIC_SITE_URL to the shop’s final address and deploy. It’s now set to ${siteUrl}.`;
    return fault(`It redirects to ${new URL(to, siteUrl).origin}.`, next);
  }
  const next = 'Check on Netlify that the site is published and that this is one of its domains.';
  return fault(`The home page responds with ${status}.`, next);
};

/** Stripe and the shop refuse a signature that is five minutes old. */
const [OFF_SECONDS, FAR_OFF_SECONDS] = [30, 240];

const clockChecks = ({ headers }: Answer, now: number): readonly Check[] => {
  const said = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(said)) return [];
  const seconds = Math.round(Math.abs(said - now) / 1000);
  const about = 'Clocks';
  if (seconds <= OFF_SECONDS) return [checkOf(about, ok('This computer’s and the shop’s agree.'))];
  const says = `This computer’s and the shop’s are ${seconds} seconds apart.`;
  const next =
    'Set this computer’s clock from the network. Otherwise the shop rejects what it signs.';
  return [checkOf(about, (seconds > FAR_OFF_SECONDS ? fault : warning)(says, next))];
};

const DAY_MS = 86_400_000;
/** Netlify renews a certificate a month before it ends. */
const [SHORT_DAYS, VERY_SHORT_DAYS] = [21, 7];

/** The expiry of an address's certificate. Fetching a page already shows whether it is valid. */
const validUntil = ({ hostname: host, port }: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port: Number(port || 443), servername: host }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('error', reject);
  });

const certificateFinding = async (url: URL): Promise<Finding> => {
  if (url.protocol !== 'https:') return ok('Not needed without https.');
  const days = Math.floor(((await validUntil(url)).getTime() - Date.now()) / DAY_MS);
  const says = `It’s valid for ${days} more days.`;
  if (days >= SHORT_DAYS) return ok(says);
  const next =
    'On Netlify, renew it under Domain management > HTTPS, and check the DNS records there.';
  return (days < VERY_SHORT_DAYS ? fault : warning)(says, next);
};

/** The headers of each kind of answer. */
const SENT = {
  '/': FILE_HEADERS,
  '/payment-success': { ...FILE_HEADERS, ...PRIVATE_HEADERS },
  '/api/products': PRIVATE_HEADERS,
} as const;

const headersFinding = async (home: Answer, probe: Probe): Promise<Finding> => {
  const wrong: string[] = [];
  for (const [path, sent] of Object.entries(SENT)) {
    const { headers } = await probe(path);
    for (const [name, value] of Object.entries(sent)) {
      if (headers.get(name) !== value) wrong.push(`${name} at ${path}`);
    }
  }
  if (!home.text.includes('http-equiv="content-security-policy"')) {
    wrong.push('the policy in the home page');
  }
  if (wrong.length === 0) return ok('All are sent as declared.');
  const next = `They’re in netlify.toml and netlify/http/headers.ts. ${DEPLOY} A proxy in front of the shop may also remove them.`;
  return fault(`Missing or changed: ${wrong.join(', ')}.`, next);
};

/** Checks the shop's address, certificate and headers. It leaves out what the build's tests cover, and stops where the shop cannot be reached. */
export const siteChecks = async (siteUrl: string, probe: Probe): Promise<readonly Check[]> => {
  const about = 'Address';
  const home = await probe('/').catch((error: unknown) => {
    if (error instanceof NotReached) return error;
    throw error;
  });
  if (home instanceof NotReached) {
    const next =
      'Compare PUBLIC_SITE_URL with the domain on Netlify, and its DNS records with the ones Netlify asks for.';
    return [checkOf(about, fault(`It can’t be reached: ${home.message}.`, next))];
  }
  const address = checkOf(about, { ...addressFinding(siteUrl, home), ms: home.ms });
  const clock = clockChecks(home, Date.now());
  if (address.state === 'fault') return [address, ...clock];
  const more = await Promise.all([
    check('Certificate', DEPLOY, () => certificateFinding(new URL(siteUrl))),
    check('Security headers', DEPLOY, () => headersFinding(home, probe)),
  ]);
  return [address, ...clock, ...more.flat()];
};
