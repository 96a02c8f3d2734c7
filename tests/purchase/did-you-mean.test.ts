import { expect, test } from 'vitest';
import { didYouMean } from '../../src/purchase/DidYouMean.tsx';

test.each([
  ['gmail.com', 'gmial.com gamil.com gnail.com GMIAL.COM gmail.con gmail.co gmail.comm gmial.con'],
  ['yahoo.com', 'yaho.com'],
  ['hotmail.com', 'hotmial.com'],
  ['outlook.com', 'outlok.com'],
  ['icloud.com', 'iclod.com'],
  ['comcast.net', 'comcst.net'],
])('%s is meant by %s', (meant, typed) => {
  for (const domain of typed.split(' ')) {
    expect(didYouMean(`Ann.Lee+kids@${domain} `), domain).toBe(`Ann.Lee+kids@${meant}`);
  }
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
