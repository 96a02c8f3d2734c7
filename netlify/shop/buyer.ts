import { createHmac } from 'node:crypto';
import { domainToASCII, domainToUnicode } from 'node:url';
import { getEnv } from '../platform/env.ts';

/** Mail programs ignore case, phones add spaces, and an international domain has two spellings. */
const normalizeEmail = (email: string): string => {
  const address = email.normalize('NFC').trim().toLowerCase();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  // '' for a text that is no domain.
  return address.slice(0, at) + (domainToASCII(domain) || domain);
};

/** Stripe finds an address only as its buyer typed it: as given, in lower case, with either spelling of its domain. */
export const emailSpellings = (email: string): string[] => {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@') + 1;
  const unicode = address.slice(0, at) + domainToUnicode(address.slice(at));
  return [...new Set([email, address, unicode])];
};

/**
 * Stands for an address in everything that the shop stores. It leads from the address to the orders and not back, and
 * without the secret nobody can test addresses against it.
 */
export const buyerKey = (email: string, secret = getEnv().SIGNING_SECRET): string =>
  createHmac('sha256', `buyers:${secret}`).update(normalizeEmail(email)).digest('hex').slice(0, 32);
