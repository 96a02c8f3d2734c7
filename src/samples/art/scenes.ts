import type { Drawing } from './drawing.ts';
import { jars } from './jars.ts';
import { seed } from './seed.ts';
import { sprout } from './sprout.ts';
import { tree } from './tree.ts';

export const ART_NAMES = ['seed', 'sprout', 'tree', 'jars'] as const;

/** What a cover may show. */
export type Art = (typeof ART_NAMES)[number];

export const SCENES: Readonly<Record<Art, Drawing>> = { seed, sprout, tree, jars };
