import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * Email services ignore case, phones add spaces, and an international domain has two spellings.
 * @example normalizeEmail(' Ana@Bücher.example') // "ana@xn--bcher-kva.example"
 */
export const normalizeEmail = (email: string): string => {
  const address = email.normalize('NFC').trim().toLowerCase();
  const domainStart = address.lastIndexOf('@') + 1;
  const domain = address.slice(domainStart);
  // domainToASCII returns '' for an invalid domain.
  return address.slice(0, domainStart) + (domainToASCII(domain) || domain);
};

/** Stripe may find an address only in the spelling that the buyer typed. */
export const emailSpellings = (email: string): string[] => {
  const address = normalizeEmail(email);
  const domainStart = address.lastIndexOf('@') + 1;
  const unicodeDomain = domainToUnicode(address.slice(domainStart));
  const spellings = [email, address, address.slice(0, domainStart) + unicodeDomain];
  return [...new Set(spellings)];
};
