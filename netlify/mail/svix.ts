import { createHmac, timingSafeEqual } from 'node:crypto';

/** As far from our clock as Svix's own libraries allow. */
const TOLERANCE_IN_SECONDS = 5 * 60;

export type Signed = { readonly headers: Headers; readonly body: Buffer };

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Whether a request is signed by Svix's scheme, which Resend uses
 * (docs.svix.com/receiving/verifying-payloads/how-manual). During a change of secrets a request has a signature by each.
 * `now` is Unix time in seconds.
 */
export const isSigned = (secret: string, { headers, body }: Signed, now: number): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`svix-${name}`) ?? '',
  );
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Anybody could sign with an empty key.
  if (!id || !timestamp || !signatures || key.length === 0) return false;
  if (!/^\d+$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_IN_SECONDS) return false;
  const expected = createHmac('sha256', key)
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest('base64');
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${expected}`));
};
