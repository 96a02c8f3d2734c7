import path from 'node:path';
import { ROOT } from '../local/settings.ts';
import { bundleFunctions } from './bundle.ts';

/** As netlify.toml has it. */
const DIRECTORY = path.join(ROOT, '.netlify', 'bundled-functions');

const functions = await bundleFunctions(ROOT, DIRECTORY);
console.log(`${functions.length} functions in ${path.relative(ROOT, DIRECTORY)}`);
