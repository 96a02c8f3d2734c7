import { describe, expect, test } from 'vitest';
import { isSigned } from '../../netlify/mail/svix.ts';

/** The example of Svix's own documentation: docs.svix.com/receiving/verifying-payloads/how. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"test": 2432232314}';
const SENT_AT = 1_614_265_330;
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const HEADERS = {
  'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'svix-timestamp': String(SENT_AT),
  'svix-signature': SIGNATURE,
};

const check = ({ secret = SECRET, headers = {}, body = BODY, now = SENT_AT } = {}): boolean => {
  const given = new Headers(
    Object.entries({ ...HEADERS, ...headers }).filter(([, is]) => is !== ''),
  );
  return isSigned(secret, { headers: given, body: Buffer.from(body) }, now);
};

describe('a message is taken', () => {
  test('that is signed as Svix signs', () => {
    expect(check()).toBe(true);
  });

  test('by the secret without its beginning too', () => {
    expect(check({ secret: SECRET.slice('whsec_'.length) })).toBe(true);
  });

  // openssl dgst -sha256 -mac HMAC -macopt hexkey:... of "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"name":"Zoë"}"
  test('whose body is more than ASCII', () => {
    const headers = { 'svix-signature': 'v1,3Y0uOXEca2zsElJwlDVR3YZoq8JPNDFNFfgiXf6SB8Y=' };
    expect(check({ body: '{"name":"Zoë"}', headers })).toBe(true);
  });

  test.each([
    ['first', `${SIGNATURE} v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=`],
    ['last', `v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= ${SIGNATURE}`],
    [
      'after one of another version',
      `v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5Bf4Q= ${SIGNATURE}`,
    ],
  ])('where the right one of several signatures is %s', (_where, signatures) => {
    expect(check({ headers: { 'svix-signature': signatures } })).toBe(true);
  });

  test.each([300, -300])('%d seconds after it was signed', (seconds) => {
    expect(check({ now: SENT_AT + seconds })).toBe(true);
  });
});

const REFUSED: Readonly<Record<string, Parameters<typeof check>[0]>> = {
  'of another body': { body: '{"test": 2432232315}' },
  'of another id': { headers: { 'svix-id': 'msg_other' } },
  'of another time': { headers: { 'svix-timestamp': String(SENT_AT + 1) } },
  'by another secret': { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'by an empty secret': {
    secret: 'whsec_',
    headers: { 'svix-signature': 'v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g=' },
  },
  'of 301 seconds ago': { now: SENT_AT + 301 },
  'of 301 seconds from now': { now: SENT_AT - 301 },
  'of no time': { headers: { 'svix-timestamp': '' } },
  'of a time in words': { headers: { 'svix-timestamp': 'NaN' } },
  'without an id': { headers: { 'svix-id': '' } },
  'without a signature': { headers: { 'svix-signature': '' } },
  'with half of its signature': { headers: { 'svix-signature': SIGNATURE.slice(0, 20) } },
  'with a signature of no version': {
    headers: { 'svix-signature': SIGNATURE.slice('v1,'.length) },
  },
  'with a signature of another version': {
    headers: { 'svix-signature': SIGNATURE.replace('v1', 'v2') },
  },
};

describe('a message is refused', () => {
  test.each(Object.entries(REFUSED))('%s', (_why, given) => {
    expect(check(given)).toBe(false);
  });
});
