import tls from 'node:tls';
import type { Check } from '#contract/health.ts';
import { fault, ok, warning } from '../../admin/health/check.ts';

const DAY_MS = 86_400_000;
/** Netlify renews it a month before it ends. */
const [SHORT, VERY_SHORT] = [21, 7];
const NEXT =
  'On Netlify, renew it under Domain management > HTTPS, and look at the DNS records there.';

/** Until when the certificate of an address is valid. That it is valid at all, whoever fetches a page finds out. */
const validUntil = ({ hostname: host, port }: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port: Number(port || 443), servername: host }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.on('error', reject);
  });

export const certificateCheck = async (about: string, url: URL): Promise<Check> => {
  if (url.protocol !== 'https:') return ok(about, 'None is needed without https.');
  const days = Math.floor(((await validUntil(url)).getTime() - Date.now()) / DAY_MS);
  const says = `It is valid for ${days} more days.`;
  if (days < VERY_SHORT) return fault(about, says, NEXT);
  return days < SHORT ? warning(about, says, NEXT) : ok(about, says);
};
