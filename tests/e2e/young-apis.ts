import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** The browser versions of November 2021. */
const OLDEST_BROWSERS = { chrome: 96, firefox: 94, safari: 15.1 } as const;

/**
 * A property that an old browser lacks. It belongs to `owner` or its prototype, or to the window if
 * `owner` is null.
 */
export type MissingApi = {
  readonly owner: string | null;
  readonly name: string;
  readonly isStatic: boolean;
};

const STATIC = '_static';

const isSupported = (statement: SimpleSupportStatement | undefined, oldest: number): boolean => {
  if (!statement || statement.flags || statement.prefix || statement.alternative_name) return false;
  const version = String(statement.version_added).replace('≤', '');
  return Number.parseFloat(version) <= oldest;
};

/** MDN's key for the data about a feature, next to the keys of its properties. */
const STATEMENT = '__compat';

type Feature = Readonly<Partial<Record<typeof STATEMENT, CompatStatement>>>;

/** Whether at least one of the browsers lacks a feature. */
const isYoung = ({ [STATEMENT]: statement }: Feature): boolean =>
  statement !== undefined &&
  Object.entries(OLDEST_BROWSERS).some(([browser, oldest]) => {
    const support = statement.support[browser as keyof typeof OLDEST_BROWSERS];
    return ![support].flat().some((one) => isSupported(one, oldest));
  });

const youngIn = (owners: object): MissingApi[] =>
  Object.entries(owners).flatMap(([owner, features]: [string, Feature]): MissingApi[] => {
    if (owner === STATEMENT) return [];
    if (isYoung(features)) return [{ owner: null, name: owner, isStatic: true }];
    return Object.entries(features)
      .filter(([name, feature]) => name !== STATEMENT && isYoung(feature as Feature))
      .map(([name]) => ({
        owner,
        name: name.replace(STATIC, ''),
        isStatic: name.endsWith(STATIC),
      }));
  });

/**
 * The interfaces, properties and functions that at least one browser lacked five years ago,
 * according to MDN's data.
 */
export const YOUNG_APIS: readonly MissingApi[] = [
  ...youngIn(data.api),
  ...youngIn(data.javascript.builtins ?? {}),
];

/** Runs in a page before the page's scripts. */
export const removeApis = (missing: readonly MissingApi[]): void => {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets only removeApis
  const isObject = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function';
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page gets only removeApis
  const removeMembers = (ofInterface: unknown): void => {
    const prototype: unknown = isObject(ofInterface) && Reflect.get(ofInterface, 'prototype');
    if (!isObject(prototype)) return;
    for (const member of Object.getOwnPropertyNames(prototype)) {
      if (member !== 'constructor') Reflect.deleteProperty(prototype, member);
    }
  };
  for (const { owner, name, isStatic } of missing) {
    // The page may still contain instances of the interface, such as a <dialog>.
    if (owner === null) removeMembers(Reflect.get(globalThis, name));
    const object: unknown = owner === null ? globalThis : Reflect.get(globalThis, owner);
    if (!isObject(object)) continue;
    const prototype: unknown = Reflect.get(object, 'prototype');
    // The data doesn't say which of JavaScript's built-in functions are static.
    const isOnPrototype = !isStatic && isObject(prototype) && name in prototype;
    Reflect.deleteProperty(isOnPrototype ? prototype : object, name);
  }
};
