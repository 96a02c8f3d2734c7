import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Returns why Vite can't build the project in this folder, or null if it can. */
export const folderFault = (root = ROOT): string | null => {
  const match = /[#%?]/.exec(root);
  if (match === null) return null;
  return [
    `This folder’s path has a "${match[0]}" in it, which Vite can’t read: ${root}`,
    'Rename the folder, or move the project to another one.',
  ].join('\n');
};

// Runs first in "npm run build" and "npm test".
const fault = import.meta.main ? folderFault() : null;
if (fault !== null) {
  console.error(fault);
  process.exitCode = 1;
}
