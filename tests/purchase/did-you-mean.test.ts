import { expect, test } from 'vitest';
import { didYouMean } from '../../src/purchase/DidYouMean.tsx';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['GMIAL.COM', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.comm', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['yaho.com', 'yahoo.com'],
  ['hotmial.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['iclod.com', 'icloud.com'],
  ['comcst.net', 'comcast.net'],
])('%s is a near miss of %s', (typed, meant) => {
  expect(didYouMean(`Ann.Lee+kids@${typed} `)).toBe(`Ann.Lee+kids@${meant}`);
});

const PROVIDERS = `gmail.com googlemail.com yahoo.com outlook.com hotmail.com icloud.com live.com msn.com aol.com ymail.com
  rocketmail.com mail.com email.com gmx.com gmx.de gmx.net web.de me.com mac.com proton.me protonmail.com pm.me
  fastmail.com zoho.com comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net aim.com`;
const COUNTRIES = `yahoo.co.uk yahoo.ca yahoo.fr yahoo.de yahoo.co.in yahoo.com.br yahoo.ro hotmail.fr hotmail.co.uk hotmail.ca
  hotmail.ch hotmail.no outlook.de outlook.cz outlook.com.br live.ca live.nl live.co.uk aol.de mail.ru mail.de`;
const BUSINESSES = `example.com love.com life.com man.com aon.com we.com cloud.com outdoor.com overlook.com horizon.net hotel.com
  hushmail.com airmail.com verizon.com comcast.com att.com cox.com tahoe.com smith-family.org ox.ac.uk gmail.example.com`;

test('what is a domain of its own, or no address yet, is left alone', () => {
  const domains = `${PROVIDERS} ${COUNTRIES} ${BUSINESSES}`.split(/\s+/);
  const addresses = [...domains.map((domain) => `ann@${domain}`), '', 'ann', '@gmial.com', 'ann@'];
  expect(addresses.filter((address) => didYouMean(address) !== undefined)).toEqual([]);
});
