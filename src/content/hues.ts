export const HUE_NAMES = ['coral', 'teal', 'plum', 'moss'] as const;

/** A guide's color. src/styles/tokens.css has three tones of each. */
export type Hue = (typeof HUE_NAMES)[number];

/** The light tint of each hue in tokens.css. Pictures use it, because they have no dark mode. */
export const TINTS: Readonly<Record<Hue, string>> = {
  coral: '#fbe7dc',
  teal: '#dceeec',
  plum: '#ebe4f4',
  moss: '#eef0d8',
};
