const PROVIDERS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'bellsouth.net',
  'cox.net',
  'googlemail.com',
  'protonmail.com',
];

/** Real names that are one letter away from the name of a listed provider, as in ymail.com. */
const OTHER_NAMES = new Set(['mail', 'email', 'ymail', 'cloud']);

/** Shorter names are too often one letter away from other real names, such as "live" and "love". */
const MIN_NAME_LENGTH = 5;

/** The word, and the word without its first letter, without its second letter, and so on. */
const withOneLetterLess = (word: string): string[] => [
  word,
  ...Array.from(word, (_, index) => word.slice(0, index) + word.slice(index + 1)),
];

/** Allows one letter that is extra, missing, wrong or in another place. */
const isOneTypo = (typed: string, meant: string): boolean =>
  withOneLetterLess(typed).some((rest) => withOneLetterLess(meant).includes(rest));

/**
 * Returns a corrected address if the domain is probably a misspelling of a large provider's domain.
 */
export function didYouMean(address: string): string | undefined {
  const match = /^\s*(.+)@(\S+)\s*$/.exec(address);
  if (!match) return undefined;
  const user = match[1] ?? '';
  const domain = (match[2] ?? '').toLowerCase();
  const [name = '', ...ending] = domain.split('.');
  if (PROVIDERS.includes(domain) || OTHER_NAMES.has(name)) return undefined;
  const meant = PROVIDERS.find((provider) => {
    const [providerName = '', providerEnding = ''] = provider.split('.');
    const mayHaveTypo = providerName.length >= MIN_NAME_LENGTH;
    const isName = name === providerName || (mayHaveTypo && isOneTypo(name, providerName));
    return isName && isOneTypo(ending.join('.'), providerEnding);
  });
  return meant && `${user}@${meant}`;
}
