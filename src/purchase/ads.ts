/** A Google Ads account, and the label of a conversion. */
export type Ads = { readonly id: string; readonly label: string };

/** Parses Google's "send_to". Returns null if it is not set. Throws if it is invalid. */
export function parseAds(setting: string | undefined): Ads | null {
  const value = setting?.trim();
  if (!value) return null;
  const match = /^(AW-\d+)\/([\w-]+)$/.exec(value);
  if (match?.[1] && match[2]) return { id: match[1], label: match[2] };
  throw new Error(
    `PUBLIC_ADS_CONVERSION is "${value}", but must be an account, a slash and a label, as in AW-123456789/AbC-D_efG.`,
  );
}
