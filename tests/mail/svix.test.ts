import { expect, test } from 'vitest';
import { isSigned } from '../../netlify/mail/svix.ts';

/** The example of Svix's own documentation: docs.svix.com/receiving/verifying-payloads/how. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const SENT_AT = 1_614_265_330;
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const OTHER = 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
/** By the empty secret. */
const BY_NOBODY = 'v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g=';
/** By openssl dgst -sha256 -mac HMAC of the example's id, time and {"name":"Zoë"}. */
const ZOE = {
  body: '{"name":"Zoë"}',
  signature: 'v1,3Y0uOXEca2zsElJwlDVR3YZoq8JPNDFNFfgiXf6SB8Y=',
};

const check = ({
  secret = SECRET,
  body = '{"test": 2432232314}',
  id = 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at = String(SENT_AT),
  signature = SIGNATURE,
  now = SENT_AT,
}): boolean => {
  const given = { 'svix-id': id, 'svix-timestamp': at, 'svix-signature': signature };
  const headers = new Headers(Object.entries(given).filter(([, is]) => is !== ''));
  return isSigned(secret, { headers, body: Buffer.from(body) }, now);
};

test.each<readonly [what: string, given: Parameters<typeof check>[0], isTaken: boolean]>([
  ['as Svix signs', {}, true],
  ['whose body is more than ASCII', ZOE, true],
  ['with another signature before it', { signature: `${OTHER} ${SIGNATURE}` }, true],
  ['300 seconds ago', { now: SENT_AT + 300 }, true],
  ['300 seconds from now', { now: SENT_AT - 300 }, true],
  ['301 seconds ago', { now: SENT_AT + 301 }, false],
  ['301 seconds from now', { now: SENT_AT - 301 }, false],
  ['with another id', { id: 'msg_other' }, false],
  ['with another time', { at: String(SENT_AT + 1) }, false],
  ['with a time in words', { at: 'NaN' }, false],
  ['by another secret', { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, false],
  ['by an empty secret', { secret: 'whsec_', signature: BY_NOBODY }, false],
  ['without a signature', { signature: '' }, false],
  ['in another version', { signature: SIGNATURE.replace('v1', 'v2') }, false],
])('of a message that is signed %s', (_what, given, isTaken) => {
  expect(check(given)).toBe(isTaken);
});
