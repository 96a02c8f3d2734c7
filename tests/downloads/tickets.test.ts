import { expect, test } from 'vitest';
import { openTicket, sealTicket } from '../../netlify/downloads/tickets.ts';

const ticket = { sessionId: 'cs_test_secret', productId: 'guide-1', expiresAt: 2_000_000_000 };
const secret = 'a secret of more than thirty-two characters';

test('a ticket opens to what was sealed', async () => {
  expect(await openTicket(await sealTicket(ticket, secret), secret)).toEqual(ticket);
});

test('a ticket shows nothing of the session id and is fit for an address', async () => {
  const sealed = await sealTicket(ticket, secret);
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('cs_test');
});

test('a ticket with any one character changed does not open', async () => {
  const sealed = await sealTicket(ticket, secret);
  for (let i = 0; i < sealed.length - 1; i += 1) {
    const other = sealed[i] === 'A' ? 'B' : 'A';
    const forged = sealed.slice(0, i) + other + sealed.slice(i + 1);
    expect(await openTicket(forged, secret), `character ${i}`).toBeNull();
  }
});

test('a ticket sealed with another secret, cut short or empty does not open', async () => {
  const sealed = await sealTicket(ticket, secret);
  expect(await openTicket(sealed, `${secret}!`)).toBeNull();
  expect(await openTicket(sealed.slice(0, 20), secret)).toBeNull();
  expect(await openTicket('', secret)).toBeNull();
});

test('a ticket has one spelling, though decoders of base64 skip what they do not know', async () => {
  const sealed = await sealTicket(ticket, secret);
  const others = [
    `${sealed}=`,
    `${sealed}!`,
    `${sealed}A`,
    ` ${sealed}`,
    sealed.replace(/^./, '$&.'),
  ];
  for (const other of others) expect(await openTicket(other, secret), other).toBeNull();
});
