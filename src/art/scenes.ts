import type { Drawing } from './drawing.ts';
import { jars } from './jars.ts';
import { seed } from './seed.ts';
import { sprout } from './sprout.ts';
import { tree } from './tree.ts';

/** What a cover may show. */
export type Art = 'seed' | 'sprout' | 'tree' | 'jars';

export const SCENES: Readonly<Record<Art, Drawing>> = { seed, sprout, tree, jars };
