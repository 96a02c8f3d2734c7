import {
  PDFContext,
  type PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { refuseActive } from './active.ts';
import { followChain } from './chain.ts';
import { type Section, misleading, placeAt, placeIn, readStream } from './cross-reference.ts';
import { createDensityGuard } from './density.ts';
import { openPack } from './pack.ts';
import { unreadable } from './refusal.ts';
import { contentsOf } from './stream.ts';
import { createTally } from './tally.ts';
import { walk } from './walk.ts';

export type Document = {
  readonly context: PDFContext;
  /** Of the newest revision. */
  readonly trailer: PDFDict;
};

/**
 * Reads all objects of a file, of every revision, and looks at each. Throws `Refused`, also where readers
 * could take another object than the one that was looked at: of two with one number, it must be the last
 * in the file that the cross-references lead to.
 */
export const readObjects = async (bytes: Uint8Array, newest: number): Promise<Document> => {
  const context = PDFContext.create();
  const tally = createTally();
  const guard = createDensityGuard(context);
  const { objects, tables } = walk(bytes, context, tally);
  const sections = new Map<number, Section>(tables);
  const all: PDFObject[] = [];
  const streams: PDFRawStream[] = [];
  const found = new Set<string>();
  const last = new Map<number, string>();
  const packs = new Map<number, string>();

  const keep = (number: number, place: string, object: PDFObject): void => {
    if (object instanceof PDFRef) throw unreadable();
    all.push(object);
    found.add(`${number} ${place}`);
    last.set(number, place);
    context.assign(PDFRef.of(number), object);
  };

  const keepStream = async (stream: PDFRawStream, number: number, at: number): Promise<void> => {
    tally('streams');
    const { dict } = stream;
    const type = dict.get(PDFName.of('Type'));
    if (type === PDFName.of('XRef')) {
      tally('sections');
      const claims = readStream(dict, await guard.open(dict, contentsOf(stream, context)), tally);
      sections.set(at, { trailer: dict, claims });
    } else if (type === PDFName.of('ObjStm')) {
      if (packs.has(number)) throw misleading();
      packs.set(number, placeAt(at));
      const text = await guard.open(dict, contentsOf(stream, context));
      const inside = openPack(dict, text, context, tally);
      for (const [index, [own, object]] of inside.entries())
        keep(own, placeIn(number, index), object);
    } else streams.push(stream);
  };

  for (const { number, at, object } of objects) {
    keep(number, placeAt(at), object);
    if (object instanceof PDFRawStream) await keepStream(object, number, at);
  }

  const places = followChain(newest, sections, found);
  for (const [number, place] of last) {
    const claimed = places.get(number) ?? null;
    if (claimed === null) context.delete(PDFRef.of(number));
    else if (claimed !== place) throw misleading();
  }
  for (const [number, place] of packs) if (places.get(number) !== place) throw misleading();

  for (const { trailer } of sections.values()) refuseActive(trailer, context);
  for (const object of all) refuseActive(object, context);
  for (const stream of streams) await guard.check(stream.dict, contentsOf(stream, context));
  const trailer = sections.get(newest)?.trailer;
  if (!trailer) throw misleading();
  return { context, trailer };
};
