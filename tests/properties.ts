import * as fc from 'fast-check';
import { SEED } from './depth.ts';

// For each property without a seed of its own. A failure prints it.
fc.configureGlobal({ seed: SEED });
