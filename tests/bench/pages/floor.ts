import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** As little as a page can be, and still be measured in all four categories. */
const PAGE = `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The floor</title>
<meta name="description" content="As little as a page can be.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body><main><h1>The floor</h1></main></body>
</html>
`;

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

/** Writes the page that nothing can be faster than. */
export const writeFloor = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'favicon.svg'), ICON);
  await writeFile(path.join(folder, 'robots.txt'), 'User-agent: *\nAllow: /\n');
};
