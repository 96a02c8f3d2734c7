/** The address in "Money-Smart Kids <hello@example.com>", or the whole text if it is one; null if there is none. */
export const parseSenderAddress = (from: string): string | null => {
  const [, named] = /^[^<>]*<([^<>]+)>$/.exec(from) ?? [];
  const address = named ?? from;
  return /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(address) ? address : null;
};

/** A comma outside quotation marks ends an address (RFC 5322), so Resend refuses the rest. */
export const hasUnquotedComma = (from: string): boolean =>
  from.replaceAll(/"[^"]*"/g, '').includes(',');
