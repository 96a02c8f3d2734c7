export const HUE_NAMES = ['coral', 'teal', 'plum', 'moss'] as const;

/** A guide's hue: flat for art, deep for text, tint for a ground. */
export type Hue = (typeof HUE_NAMES)[number];

/** The light colors of src/styles/tokens.css, for print and pictures, which have no dark mode. */
export const HUES: Readonly<Record<Hue, { flat: string; deep: string; tint: string }>> = {
  coral: { flat: '#e4694a', deep: '#a93f24', tint: '#fbe7dc' },
  teal: { flat: '#1f8a8c', deep: '#15686a', tint: '#dceeec' },
  plum: { flat: '#6b4ba3', deep: '#593c8f', tint: '#ebe4f4' },
  moss: { flat: '#6f7d2c', deep: '#56621f', tint: '#eef0d8' },
};

export const PAPER = '#fbf7ef';
export const CARD = '#fffdf8';
export const INK = '#17332b';
export const QUIET = '#52665e';
export const RULE = '#e5dbc8';
export const COIN_FLAT = '#e3a72f';
export const COIN_TINT = '#fbecc9';
/** The paper label on a cover. */
export const LABEL = '#fff6e3';
