/** Where the ad service counts an order: its account and the label of the conversion. */
export type Ads = { readonly id: string; readonly label: string };

const FORM = /^(AW-\d+)\/([\w-]+)$/;

/**
 * null where nothing is set: the shop then has no tag, asks nothing and ships no code for it. Throws for anything
 * that does not look like what Google Ads shows as "send_to".
 *
 *     parseAds('AW-123456789/AbC-D_efG')  // { id: 'AW-123456789', label: 'AbC-D_efG' }
 */
export function parseAds(setting: string | undefined): Ads | null {
  const given = setting?.trim();
  if (!given) return null;
  const [, id, label] = FORM.exec(given) ?? [];
  if (id && label) return { id, label };
  throw new Error(
    `PUBLIC_ADS_CONVERSION is "${given}", but must be an account, a slash and a label, as in AW-123456789/AbC-D_efG.`,
  );
}
