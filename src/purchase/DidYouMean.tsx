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

/** Real domains one letter away from a provider, such as ymail.com. */
const OTHER_NAMES = new Set(['mail', 'email', 'ymail', 'cloud']);

/** Too many real names are one letter away from a shorter one: love.com from live.com. */
const MIN_NAME_LENGTH = 5;

/** At most one letter is extra, missing or wrong, or two neighbors are swapped. */
function isOneTypo(typed: string, meant: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === meant[same]) same += 1;
  const [a, b] = [typed.slice(same), meant.slice(same)];
  const isSwap = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwap || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

/** The address that was probably meant, where the typed one is a near miss of a large email provider. */
export function didYouMean(address: string): string | undefined {
  const [, user = '', domain = ''] = /^\s*(.+)@(\S+)\s*$/.exec(address) ?? [];
  const [name = '', ...ending] = domain.toLowerCase().split('.');
  if (PROVIDERS.includes(domain.toLowerCase()) || OTHER_NAMES.has(name)) return undefined;
  const meant = PROVIDERS.find((provider) => {
    const [providerName = '', providerEnding = ''] = provider.split('.');
    const isName =
      name === providerName ||
      (providerName.length >= MIN_NAME_LENGTH && isOneTypo(name, providerName));
    return isName && isOneTypo(ending.join('.'), providerEnding);
  });
  return meant && `${user}@${meant}`;
}

type Props = { address: string; onCorrect: (corrected: string) => void };

/** Offers the address that was probably meant, if `address` is a near miss of a large provider. */
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
