import { expect, test } from 'vitest';
import { didYouMean } from '../../src/purchase/did-you-mean.ts';

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

const OWN = `gmail.com googlemail.com yahoo.com ymail.com mail.com email.com gmx.com gmx.net web.de me.com pm.me aim.com
  att.net cox.net yahoo.ca yahoo.fr yahoo.com.br hotmail.fr outlook.cz live.nl live.co.uk aol.de mail.ru example.com
  love.com life.com man.com we.com cloud.com overlook.com hotel.com comcast.com cox.com ox.ac.uk gmail.example.com`;

test('a known domain, or an incomplete address, gets no suggestion', () => {
  const domains = OWN.split(/\s+/);
  const addresses = [...domains.map((domain) => `ann@${domain}`), '', 'ann', '@gmial.com', 'ann@'];
  expect(addresses.filter((address) => didYouMean(address) !== undefined)).toEqual([]);
});
