import { PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { type Section, misleading } from './cross-reference.ts';

/** The older sections that this one goes on with, what it hides from old readers before all else. */
const followers = ({ trailer }: Section): number[] =>
  ['XRefStm', 'Prev'].flatMap((key) => {
    const value = trailer.get(PDFName.of(key));
    if (value === undefined) return [];
    if (!(value instanceof PDFNumber)) throw misleading();
    return [value.asNumber()];
  });

/** Every section once, from the newest to the oldest. */
const inOrder = (newest: number, sections: ReadonlyMap<number, Section>): Section[] => {
  const seen = new Set<Section>();
  const waiting = [newest];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const section = sections.get(at);
    if (!section || seen.has(section)) throw misleading();
    seen.add(section);
    waiting.push(...followers(section).toReversed());
  }
  if (seen.size !== sections.size) throw misleading();
  return [...seen];
};

/**
 * Where each object is for a reader that follows the cross-references (ISO 32000-1 section 7.5.8.4); null
 * for one that was deleted. Throws `Refused` where any of them leads to anything but the object of that
 * number, since readers then look for objects themselves, each in its own way.
 *
 * @param found - number and place of all objects that there are
 */
export const followChain = (
  newest: number,
  sections: ReadonlyMap<number, Section>,
  found: ReadonlySet<string>,
): Map<number, string | null> => {
  const places = new Map<number, string | null>();
  for (const { trailer, claims } of inOrder(newest, sections)) {
    const isHybrid = trailer.has(PDFName.of('XRefStm'));
    const own = new Set<number>();
    for (const { number, place } of claims) {
      if (own.has(number)) throw misleading();
      own.add(number);
      if (place !== null && !found.has(`${number} ${place}`)) throw misleading();
      // An object that only newer readers know is free in the table for the old ones.
      if (places.has(number) || (isHybrid && place === null)) continue;
      places.set(number, place);
    }
  }
  return places;
};
