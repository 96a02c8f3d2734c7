import { expect, test } from 'vitest';
import { folderFault } from '../../.config/folder.ts';

test.each(['#', '%', '?'])('a folder with %s in its path is refused by name', (mark) => {
  const folder = `/home/sam/shops${mark}2/money-smart`;
  expect(folderFault(folder)).toContain(`has a "${mark}" in it, which Vite can’t read: ${folder}`);
  expect(folderFault('/home/sam/my shops, 2 & more')).toBeNull();
});
