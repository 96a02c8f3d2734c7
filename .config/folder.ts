import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * The reason why the project cannot be in its folder: Vite would parse its name as an address. null
 * if it can.
 */
export const folderFault = (root = ROOT): string | null => {
  const mark = /[#%?]/.exec(root);
  if (mark === null) return null;
  return `This folder’s path has a "${mark[0]}" in it, which Vite can’t read: ${root}\nRename the folder, or move the project to another one.`;
};

// The first step of "npm run build" and "npm test".
const fault = import.meta.main ? folderFault() : null;
if (fault !== null) {
  console.error(fault);
  process.exitCode = 1;
}
