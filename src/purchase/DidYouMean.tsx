const PROVIDERS =
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com comcast.net verizon.net att.net ' +
  'sbcglobal.net bellsouth.net cox.net googlemail.com protonmail.com';

/** Real domains one letter away from a provider, such as ymail.com. */
const OTHER_NAMES = new Set(['mail', 'email', 'ymail', 'cloud']);

/** Too many real names are one letter away from a shorter one: love.com from live.com. */
const MIN_NAME_LENGTH = 5;

/** The word, and the word without each of its letters. */
const shortened = (word: string): string[] => [
  word,
  ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1)),
];

/** At most one letter is extra, missing, wrong or in another place. */
const isOneTypo = (typed: string, meant: string): boolean =>
  shortened(typed).some((left) => shortened(meant).includes(left));

/** The address that was probably meant, if the typed one is a near miss of a large email provider. */
export function didYouMean(address: string): string | undefined {
  const [, user = '', domain = ''] = /^\s*(.+)@(\S+)\s*$/.exec(address) ?? [];
  const [name = '', ...ending] = domain.toLowerCase().split('.');
  const providers = PROVIDERS.split(' ');
  if (providers.includes(domain.toLowerCase()) || OTHER_NAMES.has(name)) return undefined;
  const meant = providers.find((provider) => {
    const [providerName = '', providerEnding = ''] = provider.split('.');
    const isName =
      name === providerName ||
      (providerName.length >= MIN_NAME_LENGTH && isOneTypo(name, providerName));
    return isName && isOneTypo(ending.join('.'), providerEnding);
  });
  return meant && `${user}@${meant}`;
}

type Props = { address: string; onCorrect: (corrected: string) => void };

/** Offers the address that was probably meant. */
export function DidYouMean({ address, onCorrect }: Props) {
  const meant = didYouMean(address);
  if (meant === undefined) return null;
  return (
    <p className="mt-2">
      Did you mean{' '}
      <button
        type="button"
        className="link cursor-pointer text-left wrap-anywhere"
        onClick={() => onCorrect(meant)}
      >
        {meant}?
      </button>
    </p>
  );
}
