import * as fc from 'fast-check';
import { SEED } from './depth.ts';

// The default seed. A failing property prints it.
fc.configureGlobal({ seed: SEED });
