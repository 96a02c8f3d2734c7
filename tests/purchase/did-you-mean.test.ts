import { expect, test } from 'vitest';
import { didYouMean } from '../../src/purchase/did-you-mean.ts';

test.each([
  { typed: 'gmial.com', meant: 'gmail.com' },
  { typed: 'gamil.com', meant: 'gmail.com' },
  { typed: 'gnail.com', meant: 'gmail.com' },
  { typed: 'GMIAL.COM', meant: 'gmail.com' },
  { typed: 'gmail.con', meant: 'gmail.com' },
  { typed: 'gmail.co', meant: 'gmail.com' },
  { typed: 'gmail.comm', meant: 'gmail.com' },
  { typed: 'gmial.con', meant: 'gmail.com' },
  { typed: 'yaho.com', meant: 'yahoo.com' },
  { typed: 'hotmial.com', meant: 'hotmail.com' },
  { typed: 'outlok.com', meant: 'outlook.com' },
  { typed: 'iclod.com', meant: 'icloud.com' },
  { typed: 'comcst.net', meant: 'comcast.net' },
])('suggests $meant for $typed', ({ typed, meant }) => {
  expect(didYouMean(`Ann.Lee+kids@${typed} `)).toBe(`Ann.Lee+kids@${meant}`);
});

const REAL_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'ymail.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'gmx.net',
  'web.de',
  'me.com',
  'pm.me',
  'aim.com',
  'att.net',
  'cox.net',
  'yahoo.ca',
  'yahoo.fr',
  'yahoo.com.br',
  'hotmail.fr',
  'outlook.cz',
  'live.nl',
  'live.co.uk',
  'aol.de',
  'mail.ru',
  'example.com',
  'love.com',
  'life.com',
  'man.com',
  'we.com',
  'cloud.com',
  'overlook.com',
  'hotel.com',
  'comcast.com',
  'cox.com',
  'ox.ac.uk',
  'gmail.example.com',
];

test.each(REAL_DOMAINS)('suggests nothing for %s, which exists', (domain) => {
  expect(didYouMean(`ann@${domain}`)).toBeUndefined();
});

test.each(['', 'ann', '@gmial.com', 'ann@'])(
  'suggests nothing for the incomplete address "%s"',
  (address) => {
    expect(didYouMean(address)).toBeUndefined();
  },
);
