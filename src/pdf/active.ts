import type { Dict, Objects, Value } from './objects.ts';

const JAVASCRIPT = 'JavaScript';
const FILES = 'other files attached';
const MULTIMEDIA = 'multimedia content';
const ON_ITS_OWN = 'something that happens on its own';

/** What an action does, by its /S (ISO 32000-1, 12.6.4). Links to a page or an address are fine. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['JavaScript', JAVASCRIPT],
  ['Launch', 'a link that starts a program'],
  ['SubmitForm', 'a form that sends what is typed'],
  ['ImportData', 'a form that reads files'],
  ['GoToE', 'a link into an attached file'],
  ['Rendition', MULTIMEDIA],
  ['RichMediaExecute', MULTIMEDIA],
  ['Movie', MULTIMEDIA],
  ['Sound', MULTIMEDIA],
]);

const SUBTYPES: ReadonlyMap<string, string> = new Map([
  ['FileAttachment', FILES],
  ['RichMedia', MULTIMEDIA],
  ['3D', MULTIMEDIA],
  ['Movie', MULTIMEDIA],
  ['Sound', MULTIMEDIA],
  ['Screen', MULTIMEDIA],
]);

const TYPES: ReadonlyMap<string, string> = new Map([['EmbeddedFile', FILES]]);

/** Keys that only occur with active content. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['AA', ON_ITS_OWN],
  ['JS', JAVASCRIPT],
  ['JavaScript', JAVASCRIPT],
  ['EF', FILES],
  ['EmbeddedFiles', FILES],
  // LibreOffice's hybrid PDF keeps its source document there, in the trailer.
  ['AdditionalStreams', FILES],
  ['XFA', 'a form that is a program'],
  ['RichMediaContent', MULTIMEDIA],
]);

const KINDS = [
  ['S', ACTIONS],
  ['Subtype', SUBTYPES],
  ['Type', TYPES],
] as const;

const nameIn = (dict: Dict, key: string): string => {
  const value = dict.get(key);
  return typeof value === 'string' ? value : '';
};

/** What happens when the file opens. Only a jump to a position in the file is allowed. */
const opening = (dict: Dict, objects: Objects): string | undefined => {
  const value = dict.get('OpenAction');
  const action = typeof value === 'number' ? objects.get(value) : value;
  if (!(action instanceof Map)) return undefined;
  const does = nameIn(action, 'S');
  const isQuiet = does === 'GoTo' && !action.has('Next');
  return isQuiet ? undefined : (ACTIONS.get(does) ?? ON_ITS_OWN);
};

const findIn = (dict: Dict, objects: Objects): string | undefined => {
  const named = KINDS.map(([key, kinds]) => kinds.get(nameIn(dict, key)));
  const keyed = [...dict.keys()].map((key) => KEYS.get(key));
  return [...named, opening(dict, objects), ...keyed].find((found) => found !== undefined);
};

/** Names the first active content in these objects, in words. Undefined if there is none. */
export const findActive = (objects: Objects): string | undefined => {
  const waiting: Value[] = [...objects.values()];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Map) {
      const found = findIn(next, objects);
      if (found !== undefined) return found;
      for (const value of next.values()) waiting.push(value);
    } else if (typeof next === 'object' && next !== null)
      for (const item of next) waiting.push(item);
  }
  return undefined;
};
