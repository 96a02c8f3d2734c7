/**
 * Returns null for a sender without a valid address.
 * @example parseSenderAddress('Money-Smart Kids <hello@example.com>') // "hello@example.com"
 * @example parseSenderAddress('hello@example.com') // "hello@example.com"
 */
export const parseSenderAddress = (sender: string): string | null => {
  const withName = /^[^<>]*<([^<>]+)>$/.exec(sender);
  const address = withName?.[1] ?? sender;
  return /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(address) ? address : null;
};

/** An unquoted comma ends an address (RFC 5322), so Resend rejects the rest. */
export const hasUnquotedComma = (sender: string): boolean =>
  sender.replaceAll(/"[^"]*"/g, '').includes(',');
