import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check.ts';
import { readPictures } from '../../src/content/check/pictures.ts';
import { type Edit, change, edited, problemsAfter } from './small-shop.ts';

const FOLDER = 'content/guides/guide-2';
const COVER = `${FOLDER}/cover.svg`;
const SHAPE = '<path d="M0 0H300V400H0Z" fill="#1f8a8c"/>';

const svg = (inside: string, attributes = 'viewBox="0 0 300 400"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

const coverIs =
  (text: string): Edit =>
  (files) =>
    files.set(COVER, text);

const without: Edit = (files) => files.delete(COVER);
const add =
  (file: string): Edit =>
  (files) =>
    files.set(`${FOLDER}/${file}`, '');

describe('a cover', () => {
  test.each([
    { name: 'of shapes', inside: SHAPE },
    {
      name: 'that reuses its own parts',
      inside: `<defs><g id="coin">${SHAPE}</g></defs><use href="#coin"/><path fill="url(#coin)"/>`,
    },
    { name: 'with an embedded picture', inside: '<image href="data:image/png;base64,AAAA"/>' },
    {
      name: 'with an embedded font',
      inside: '<style>@font-face{src:url(data:font/woff2;base64,AAAA)}</style>',
    },
    { name: 'with escaped quotes', inside: '<path fill="url(&quot;#coin&quot;)"/>' },
    { name: 'with spaces in a URL', inside: '<path fill="url( \'#coin\' )"/>' },
    {
      name: 'with comments and a description',
      inside: '<!-- <text> currentColor --><desc>javascript: no</desc>',
    },
    {
      name: 'with the proportions of US Letter',
      inside: SHAPE,
      attributes: 'viewBox="0 0 612 792"',
    },
    { name: 'with the proportions of A4', inside: SHAPE, attributes: 'viewBox="0,0,210,297"' },
  ])('accepts a drawing $name', ({ inside, attributes }) => {
    expect(problemsAfter(coverIs(svg(inside, attributes)))).toEqual([]);
  });

  test.each([
    {
      fault: 'has text',
      drawing: svg(`${SHAPE}<text x="1" y="2">Coins</text>`),
      message: 'convert the text to paths',
    },
    { fault: 'has no viewBox', drawing: svg(SHAPE, 'width="300"'), message: 'needs a viewBox' },
    {
      fault: 'has no xmlns',
      drawing: `<svg viewBox="0 0 300 400">${SHAPE}</svg>`,
      message: 'needs xmlns=',
    },
    {
      fault: 'references another file',
      drawing: svg('<image href="https://example.com/a.png"/>'),
      message: 'needs another file',
    },
    {
      fault: 'references another file through xlink:href',
      drawing: svg('<image xlink:href="a.png"/>'),
      message: 'needs another file',
    },
    {
      fault: 'references a pattern in another file',
      drawing: svg('<path fill="url(pattern.svg#a)"/>'),
      message: 'needs another file',
    },
    {
      fault: 'contains HTML',
      drawing: svg('<foreignObject><p>Coins</p></foreignObject>'),
      message: 'foreignObject',
    },
    { fault: 'has a script', drawing: svg('<script>1</script>'), message: 'scripts or HTML' },
    {
      fault: 'has a script with a namespace prefix',
      drawing: svg('<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>'),
      message: 'scripts or HTML',
    },
    {
      fault: 'has a script in an attribute',
      drawing: svg('<path onload = "x()"/>'),
      message: 'scripts or HTML',
    },
    {
      fault: 'has a script in an attribute on another line',
      drawing: svg('<path onload\n="x()"/>'),
      message: 'scripts or HTML',
    },
    {
      fault: 'has a script in an address',
      drawing: svg('<set to="java&#115;cript:x()"/>'),
      message: 'scripts or HTML',
    },
    {
      fault: 'defines entities',
      drawing: `<!DOCTYPE svg [<!ENTITY x "1">]>${svg(SHAPE)}`,
      message: 'defines entities',
    },
    {
      fault: 'has HTML with a namespace prefix',
      drawing: svg('<h:form xmlns:h="http://www.w3.org/1999/xhtml"/>'),
      message: 'scripts or HTML',
    },
    {
      fault: 'has a link',
      drawing: svg('<a href="#x"><path/></a>'),
      message: 'Remove it, or save',
    },
    {
      fault: 'imports styles',
      drawing: svg('<style>@import "a.css";</style>'),
      message: 'needs another file',
    },
    {
      fault: 'has flowed text',
      drawing: svg('<flowRoot><flowPara>Coins</flowPara></flowRoot>'),
      message: 'convert the text to paths',
    },
    {
      fault: 'is wider than it is tall',
      drawing: svg(SHAPE, 'viewBox="0 0 400 300"'),
      message: 'This picture is 400 × 300. Crop it.',
    },
    { fault: 'is plain text', drawing: 'Hello', message: 'isn’t a complete SVG drawing' },
  ])('rejects a drawing that $fault, and suggests a fix', ({ drawing, message }) => {
    const problems = problemsAfter(coverIs(drawing));
    expect(problems.join('\n')).toContain(message);
    for (const problem of problems) expect(problem.startsWith(`${COVER}: `)).toBe(true);
  });

  test('reports a missing cover and lists the possible file names', () => {
    const [problem, ...others] = problemsAfter(without);
    expect(problem).toContain(`${FOLDER}/: This guide has no cover.`);
    expect(problem).toContain('cover.svg, cover.png, cover.jpg or cover.webp');
    expect(others).toEqual([]);
  });

  test('rejects two covers for one guide', () => {
    const [problem] = problemsAfter(add('cover.webp'));
    expect(problem).toContain('Keep one of them');
  });

  test.each([
    { file: 'cover.PNG', message: 'in lowercase letters: cover.png.' },
    { file: 'Cover.JPG', message: 'in lowercase letters: cover.jpg.' },
    { file: 'cover.heic', message: 'export it as a JPEG' },
    { file: 'cover.pdf', message: 'export the page as a PNG' },
  ])('rejects a cover named $file and suggests a fix', ({ file, message }) => {
    const problems = problemsAfter(without, add(file));
    expect(problems.join('\n')).toContain(`${FOLDER}/${file}: `);
    expect(problems.join('\n')).toContain(message);
  });
});

const draw = (width: number, height: number, orientation = 1): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#1f8a8c' } })
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer();

const GUIDE = `${FOLDER}.md`;
const ARTICLE = 'content/articles/coins.md';
const LOGO = 'content/logos/library.svg';
const DRAWING = svg(SHAPE);

const put =
  (file: string, text = ''): Edit =>
  (files) =>
    files.set(file, text);

const remove =
  (file: string): Edit =>
  (files) =>
    files.delete(file);

const captions = (...lines: readonly string[]): Edit =>
  change(
    GUIDE,
    'hue: teal\n',
    `hue: teal\ninside:\n${lines.map((line) => `  - ${line}\n`).join('')}`,
  );

describe('page pictures', () => {
  test.each([
    {
      name: 'one page picture for each caption',
      edits: [
        put(`${FOLDER}/inside-1.png`),
        put(`${FOLDER}/inside-2.webp`),
        captions('One', 'Two'),
      ],
    },
    { name: 'a guide without page pictures or captions', edits: [] },
  ])('accepts $name', ({ edits }) => {
    expect(problemsAfter(...edits)).toEqual([]);
  });

  test.each([
    {
      fault: 'without captions',
      edits: [put(`${FOLDER}/inside-1.png`)],
      message: 'Pictures: 1. Lines: 0.',
    },
    {
      fault: 'with one caption too many',
      edits: [put(`${FOLDER}/inside-1.png`), captions('One', 'Two')],
      message: 'Pictures: 1. Lines: 2.',
    },
    {
      fault: 'with a gap in their numbers',
      edits: [put(`${FOLDER}/inside-1.png`), put(`${FOLDER}/inside-3.png`), captions('One', 'Two')],
      message: 'there is no inside-2.',
    },
    {
      fault: 'with a duplicate number',
      edits: [put(`${FOLDER}/inside-1.png`), put(`${FOLDER}/inside-1.jpg`), captions('One')],
      message: 'Keep one of them',
    },
  ])('rejects page pictures $fault', ({ edits, message }) => {
    const problems = problemsAfter(...edits);
    expect(problems.join('\n')).toContain(message);
    expect(problems).toHaveLength(1);
  });
});

describe('the picture of the financial planner', () => {
  test.each([
    { file: 'content/creator.jpg', text: '' },
    { file: 'content/creator.svg', text: DRAWING },
  ])('accepts $file', ({ file, text }) => {
    expect(problemsAfter(put(file, text))).toEqual([]);
  });

  test.each([
    {
      name: 'creator.JPG',
      file: 'content/creator.JPG',
      message: 'in lowercase letters: creator.jpg.',
    },
    { name: 'creator.heic', file: 'content/creator.heic', message: 'export it as a JPEG' },
    {
      name: 'an empty creator.svg',
      file: 'content/creator.svg',
      message: 'isn’t a complete SVG drawing',
    },
  ])('rejects $name and suggests a fix', ({ file, message }) => {
    const problems = problemsAfter(put(file)).join('\n');
    expect(problems).toContain(`${file}: `);
    expect(problems).toContain(message);
  });

  test('rejects two pictures of the financial planner', () => {
    const problems = problemsAfter(put('content/creator.jpg'), put('content/creator.png'));
    expect(problems.join('\n')).toContain('Keep one of them');
  });
});

describe('a logo', () => {
  test('accepts a PNG logo', () => {
    const usePng = change('content/logos/01-library.md', 'library.svg', 'library.png');
    const edits = [remove(LOGO), put('content/logos/library.png'), usePng];
    expect(problemsAfter(...edits)).toEqual([]);
  });

  test.each([
    { fault: 'uses currentColor in an attribute', drawing: svg('<path fill="currentColor"/>') },
    { fault: 'uses currentColor in a style', drawing: svg('<path style="fill: currentcolor"/>') },
  ])('rejects a logo that $fault, because it would be black in dark mode', ({ drawing }) => {
    const [problem = ''] = problemsAfter(put(LOGO, drawing));
    expect(problem).toMatch(/^content\/logos\/library\.svg: .*invisible on a dark page/);
    expect(problem).toContain('#6b7d73');
  });
});

describe('a picture that no page shows', () => {
  test.each([
    { name: 'an unused logo', file: 'content/logos/unused.png', message: 'as its "mark"' },
    {
      name: 'an unused picture for articles',
      file: 'content/articles/a.png',
      message: 'as its "image',
    },
    {
      name: 'the cover of a guide that does not exist',
      file: 'content/guides/guide-9/cover.png',
      message: 'There is no guide content/guides/guide-9.md',
    },
  ])('rejects $name', ({ file, message }) => {
    const problems = problemsAfter(put(file));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file}: `);
    expect(problems[0]).toContain(message);
  });
});

describe('a file name that the shop does not use', () => {
  test.each([
    { file: `${FOLDER}/Inside 6.png`, message: 'inside-1.png, inside-2.png and so on' },
    { file: `${FOLDER}/inside-01.png`, message: 'inside-1.png, inside-2.png and so on' },
    { file: `${FOLDER}/inside-0.png`, message: 'inside-1.png, inside-2.png and so on' },
    { file: `${FOLDER}/inside-1.pdf`, message: 'export the page as a PNG' },
    { file: `${FOLDER}/cover (1).png`, message: 'the cover is cover.png' },
    { file: `${FOLDER}/sample.PDF`, message: 'in lowercase letters: sample.pdf.' },
    { file: `${FOLDER}/cover.gif`, message: 'export it as a JPEG or PNG' },
    { file: 'content/guides/Guide-1/cover.png', message: 'content/guides/guide-1/ for guide-1.md' },
    { file: 'content/logos/My Logo.png', message: 'as in library.png' },
    { file: 'content/articles/coins.webp', message: 'is a .png or .jpg' },
    { file: 'content/printables/Chart.pdf', message: 'in lowercase letters: chart.pdf.' },
    { file: 'content/printables/jar labels.pdf', message: 'as in chore-chart.pdf' },
    { file: 'content/share.webp', message: 'share.png (or .jpg) for social networks' },
    { file: 'content/photo.jpg', message: 'creator.jpg (or .svg, .png, .webp) for the planner' },
    { file: 'content/images/cover.png', message: 'belong in content/guides/guide-1/' },
  ])('rejects the name $file and suggests a fix', ({ file, message }) => {
    const problems = problemsAfter(put(file));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`${file}: `);
    expect(problems[0]).toContain(message);
    expect(problems[0]).not.toContain('.md, as in');
  });
});

test.each([
  { file: `${FOLDER}/sample.pdf`, message: 'isn’t a PDF' },
  { file: 'content/printables/jar-labels.pdf', message: 'isn’t a PDF' },
  { file: 'content/printables/jar-labels.png', message: 'isn’t a PNG' },
])('rejects $file if its content is of another type', ({ file, message }) => {
  const problems = problemsAfter(put(file, 'hello'));
  expect(problems).toEqual([expect.stringContaining(`${file}: The file ${message}.`)]);
});

describe('the picture for social networks', () => {
  test('requires content/share.png', () => {
    const [problem] = problemsAfter(remove('content/share.png'));
    expect(problem).toContain('content/share.png: This picture is missing.');
  });

  test('requires the picture that an article refers to', () => {
    const named = change(ARTICLE, 'guide: ', 'image:\n  file: coins.png\n  alt: Coins\nguide: ');
    const [problem] = problemsAfter(named);
    expect(problem).toContain(
      'There is no picture "coins.png" in content/articles. The folder has no pictures.',
    );
    expect(problemsAfter(named, put('content/articles/coins.png'))).toEqual([]);
  });

  test.each(['content/share.png', 'content/articles/coins.png'])(
    'rejects %s if it is taller than it is wide',
    (file) => {
      const pictures = new Map([[file, { width: 630, height: 1200 }]]);
      const named = change(ARTICLE, 'guide: ', 'image:\n  file: coins.png\n  alt: Coins\nguide: ');
      const content = edited(put('content/articles/coins.png'), named);
      const { errors } = checkContent(content, pictures);
      expect(errors).toHaveLength(1);
      expect(errors[0]).toContain(`${file}: Social networks show a picture of 1200 × 630 pixels`);
      expect(errors[0]).toContain('This picture is 630 × 1200. Crop it.');
    },
  );
});

test.each(['content/printables/jar-labels.pdf', 'content/printables/jar-labels.png'])(
  'requires %s',
  (file) => {
    const [problem] = problemsAfter(remove(file));
    expect(problem).toContain(`${file}: This file is missing.`);
  },
);

/** A noisy photo, so that truncation damages it. */
const drawNoise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#1f8a8c',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

describe('a photo as a cover', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'covers-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const problemsWith = async (bytes: Buffer): Promise<string[]> => {
    const file = `${FOLDER}/cover.jpg`;
    mkdirSync(path.join(root, FOLDER), { recursive: true });
    writeFileSync(path.join(root, file), bytes);
    return checkContent(edited(without, add('cover.jpg')), await readPictures(root, [file])).errors;
  };

  test.each([
    { name: 'of 4500 × 6000 pixels', width: 4500, height: 6000 },
    { name: 'that a phone stored sideways', width: 640, height: 480, orientation: 6 },
  ])('accepts a photo $name', async ({ width, height, orientation }) => {
    expect(await problemsWith(await draw(width, height, orientation))).toEqual([]);
  });

  test('rejects a photo that is wider than it is tall, and reports its size', async () => {
    const problems = await problemsWith(await draw(640, 480));
    expect(problems.join('\n')).toContain('This picture is 640 × 480. Crop it.');
  });

  test('rejects a file that is not a picture, and suggests a fix', async () => {
    const problems = await problemsWith(Buffer.from('%PDF-1.7'));
    expect(problems.join('\n')).toContain('can’t be read as a picture');
  });

  test('rejects a truncated photo and suggests a fix', async () => {
    const photo = await drawNoise(900, 1200);
    const problems = await problemsWith(photo.subarray(0, photo.length / 2));
    expect(problems.join('\n')).toContain('The file is incomplete');
  });

  test('rejects a photo that is too small, and reports its size', async () => {
    const problems = await problemsWith(await draw(300, 400));
    expect(problems).toEqual([expect.stringContaining('needs at least 480 pixels across')]);
    expect(problems[0]).toContain('This picture is 300 × 400.');
  });
});

describe('a drawing', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'drawings-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const problemsWith = async (drawing: string): Promise<string[]> => {
    mkdirSync(path.join(root, FOLDER), { recursive: true });
    writeFileSync(path.join(root, COVER), drawing);
    return checkContent(edited(coverIs(drawing)), await readPictures(root, [COVER])).errors;
  };

  test.each([
    { name: 'is very large', drawing: svg(SHAPE, 'viewBox="0 0 21000 28000"') },
    { name: 'fills its container', drawing: svg(SHAPE, 'viewBox="0 0 3 4" width="100%"') },
  ])('accepts a drawing that $name', async ({ drawing }) => {
    expect(await problemsWith(drawing)).toEqual([]);
  });

  test.each([
    { fault: 'with an unclosed tag', drawing: svg('<g>') },
    { fault: 'that was truncated', drawing: svg(SHAPE).slice(0, -20) },
    { fault: 'with an unescaped ampersand', drawing: svg('<title>Tom & Jerry</title>') },
  ])('rejects a drawing $fault, and suggests a fix', async ({ drawing }) => {
    const problems = await problemsWith(drawing);
    expect(problems.join('\n')).toContain('can’t be read as a picture. Copy it again');
  });
});
