const QUOTED = /^\s*(["'`])(.*?)\1\s*(?:#.*)?$/;

/** A comment begins at a `#` after a space, since secrets may have one inside. */
const COMMENT = /\s#.*$/;

const valueOf = (name: string, written: string): string => {
  const [, , quoted] = QUOTED.exec(written) ?? [];
  if (quoted !== undefined) return quoted;
  const value = written.replace(COMMENT, '').trim();
  const [first = ''] = value;
  // One in the middle closes a part, as in: "Coins, Inc" <hello@example.com>
  if (`"'\``.includes(first) && first !== '' && !value.includes(first, 1)) {
    throw new Error(`${name} in .env has an opening quotation mark and no closing one.`);
  }
  return value;
};

/**
 * The settings in a `.env` as people write it: with a byte order mark, `export`, quotes, comments, and the line breaks of
 * any system. Throws an error that names the setting or the line that cannot be read, and no value.
 */
export const parseEnvFile = (text: string): Readonly<Record<string, string>> => {
  if (text.includes('\0')) throw new Error('.env is saved as UTF-16. Save it as UTF-8.');
  const settings: Record<string, string> = {};
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const [, name, written = ''] = /^\s*(?:export\s+)?(\w+)\s*=(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`Line ${index + 1} of .env isn’t NAME=value.`);
    settings[name] = valueOf(name, written);
  }
  return settings;
};
