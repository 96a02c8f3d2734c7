import * as fc from 'fast-check';
import { SEED } from './depth.ts';

// Sets the default seed. A failing property prints it.
fc.configureGlobal({ seed: SEED });
