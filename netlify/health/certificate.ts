import tls from 'node:tls';
import type { Check } from '#contract/health.ts';
import { fault, ok, warning } from './check.ts';

const ABOUT = 'Certificate';
const DAY_MS = 86_400_000;
/** Netlify renews it a month before it ends. */
const [SHORT, VERY_SHORT] = [21, 7];
const NEXT =
  'On Netlify, renew it under Domain management > HTTPS, and look at the DNS records there.';

/** Until when the certificate of an address is valid. That it is valid at all, whoever fetches a page finds out. */
const validUntil = (url: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = url;
    const socket = tls.connect({ host, port: Number(port || 443), servername: host }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('error', reject);
  });

const certificateCheck = (until: Date, now: Date): Check => {
  const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
  const says = `It is valid for ${days} more days.`;
  if (days < VERY_SHORT) return fault(ABOUT, says, NEXT);
  return days < SHORT ? warning(ABOUT, says, NEXT) : ok(ABOUT, says);
};

export const certificateChecks = async (siteUrl: string): Promise<readonly Check[]> => {
  const url = new URL(siteUrl);
  if (url.protocol !== 'https:') return [];
  return [certificateCheck(await validUntil(url), new Date())];
};
