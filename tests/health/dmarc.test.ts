import { type Socket, createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { dmarcCheck } from '../../netlify/admin/email-checks.ts';

/** The TXT records by name. Each record is a list of its parts. */
type Zone = Readonly<Record<string, readonly (readonly string[])[]>>;

/** RFC 1035, section 4.1.1. */
const CODES = { ok: 0, servfail: 2, nxdomain: 3, refused: 5 } as const;

const HEADER_BYTES = 12;

/** Returns the name in the first question, and the offset at which the question ends. */
const readQuestion = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
};

const txtAnswer = (parts: readonly string[]): Buffer => {
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  );
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const respondTo = (query: Buffer, zone: Zone, failure: keyof typeof CODES | null): Buffer => {
  const { name, end } = readQuestion(query);
  const records = zone[name];
  const code = failure ?? (records ? 'ok' : 'nxdomain');
  const answers = failure === null && records ? records.map(txtAnswer) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x81_80 + CODES[code], 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]);
};

const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A resolver that uses a DNS server on this computer. */
const openResolver = async (
  zone: Zone,
  failure: keyof typeof CODES | 'silent' | null = null,
): Promise<Resolver> => {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (query, { port, address }) => {
    if (failure !== 'silent') socket.send(respondTo(query, zone, failure), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return resolver;
};

const RECORD = ['v=DMARC1; p=quarantine; rua=mailto:a@shop.example'];
const OTHER = ['google-site-verification=1'];

test.each<{ zone: string; records: Zone }>([
  { zone: 'its own record', records: { '_dmarc.news.shop.example': [RECORD] } },
  { zone: 'its parent domain’s record', records: { '_dmarc.shop.example': [RECORD] } },
  {
    zone: 'a record in two parts',
    records: { '_dmarc.shop.example': [['v=DMARC1; p=re', 'ject']] },
  },
  { zone: 'a record among other TXT records', records: { '_dmarc.shop.example': [OTHER, RECORD] } },
])('accepts a sender with $zone', async ({ records }) => {
  const check = await dmarcCheck('news.shop.example', await openResolver(records));
  expect(check).toMatchObject({ about: 'DMARC', state: 'ok', next: null });
  expect(check.says).toMatch(/has a record\.$/);
});

test.each<{ zone: string; records: Zone; says: RegExp; next: RegExp }>([
  {
    zone: 'a domain without a DNS name for DMARC',
    records: {},
    says: /^shop\.example has no DMARC record/,
    next: /TXT _dmarc\.shop\.example: v=DMARC1; p=none;$/,
  },
  {
    zone: 'a domain without TXT records for DMARC',
    records: { '_dmarc.shop.example': [] },
    says: /has no DMARC record/,
    next: /TXT _dmarc\.shop\.example: v=DMARC1; p=none;$/,
  },
  {
    zone: 'a domain with only other TXT records',
    records: { '_dmarc.shop.example': [OTHER] },
    says: /has no DMARC record/,
    next: /v=DMARC1; p=none;$/,
  },
  {
    zone: 'a domain with two DMARC records',
    records: { '_dmarc.shop.example': [RECORD, RECORD] },
    says: /several records/,
    next: /Delete all but one/,
  },
  {
    zone: 'a DMARC record without a policy',
    records: { '_dmarc.shop.example': [['v=DMARC1; rua=mailto:a@shop.example']] },
    says: /no valid policy/,
    next: /v=DMARC1; p=none;$/,
  },
])('warns about $zone and suggests the next step', async ({ records, says, next }) => {
  const check = await dmarcCheck('shop.example', await openResolver(records));
  expect(check.state).toBe('warning');
  expect(check.says).toMatch(says);
  expect(check.next).toMatch(next);
  expect(check.link?.href).toBe('https://resend.com/docs/dashboard/domains/dmarc');
});

test.each(['servfail', 'refused', 'silent'] as const)(
  'says that DMARC could not be checked if the DNS server fails (%s)',
  async (failure) => {
    const check = await dmarcCheck('shop.example', await openResolver({}, failure));
    expect(check).toMatchObject({ about: 'DMARC', state: 'ok' });
    expect(check.says).toMatch(/^Could not check/);
  },
);
