const LEFT_OUT =
  /<!--.*?-->|<(script|style|template|noscript)\b.*?<\/\1>|<\/?astro-island\b[^>]*>/gs;
const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[^\s=>/]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s=>/]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const EMPTY = new Set(
  'area br col circle ellipse hr img input link meta path rect source use wbr'.split(' '),
);
const SWITCHES = new Set('checked disabled hidden inert open required'.split(' '));
const NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  autocomplete: 'autoComplete',
  crossorigin: 'crossOrigin',
  datetime: 'dateTime',
  fetchpriority: 'fetchPriority',
  maxlength: 'maxLength',
  popovertarget: 'popoverTarget',
  popovertargetaction: 'popoverTargetAction',
  srcset: 'srcSet',
  tabindex: 'tabIndex',
};

const nameOf = (name: string): string => {
  if (/^(aria|data)-/.test(name)) return name;
  return NAMES[name] ?? name.replaceAll(/[-:](\w)/g, (_, letter: string) => letter.toUpperCase());
};

const attributes = (source: string): string =>
  [...source.matchAll(ATTRIBUTE)]
    .map(([, name = '', double, single, bare]) => {
      if (SWITCHES.has(name)) return ` ${name}`;
      return ` ${nameOf(name)}="${(double ?? single ?? bare ?? '').replaceAll('"', '&quot;')}"`;
    })
    .join('');

/** A form that buys and a link that stays in the shop are what such a shop runs by script. */
const componentOf = (tag: string, source: string): string => {
  if (tag === 'form' && source.includes('/api/create-payment')) return 'BuyForm';
  return tag === 'a' && /\bhref="\/(?!_astro|[^"]*\.)/.test(source) ? 'Link' : tag;
};

const text = (source: string): string =>
  source.replaceAll(/\s+/g, ' ').replaceAll(/[{}]/g, (brace) => `{'${brace}'}`);

/** Markup of the built site as the JSX that somebody would have written for it, in one component. */
export const toJsx = (html: string): string => {
  const body = (/<body[^>]*>(.*)<\/body>/s.exec(html)?.[1] ?? '').replaceAll(LEFT_OUT, '');
  const open: string[] = [];
  let jsx = '';
  let from = 0;
  for (const { index, 0: whole, 1: slash, 2: tag = '', 3: source = '' } of body.matchAll(TAG)) {
    jsx += text(body.slice(from, index));
    from = index + whole.length;
    if (slash) {
      if (!EMPTY.has(tag)) jsx += `</${open.pop() ?? tag}>`;
      continue;
    }
    const component = componentOf(tag, source);
    jsx += `<${component}${attributes(source)}${EMPTY.has(tag) ? '/' : ''}>`;
    if (!EMPTY.has(tag)) open.push(component);
  }
  return `<>${jsx}${text(body.slice(from))}</>`;
};
