import { expect, test } from 'vitest';
import { folderFault } from '../../.config/folder.ts';

test.each(['#', '%', '?'])('refuses a folder with %s in its path', (character) => {
  const folder = `/home/sam/shops${character}2/money-smart`;
  expect(folderFault(folder)).toContain(
    `has a "${character}" in it, which Vite can’t read: ${folder}`,
  );
});

test('accepts a folder with spaces, a comma and an ampersand in its path', () => {
  expect(folderFault('/home/sam/my shops, 2 & more')).toBeNull();
});
