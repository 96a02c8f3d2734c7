import * as fc from 'fast-check';
import { SEED } from './depth.ts';

// Of every property that names no seed itself. What fails is told with its seed.
fc.configureGlobal({ seed: SEED });
