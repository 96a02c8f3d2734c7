// Runs before each TypeScript script. It is plain JavaScript, so that older versions of Node can
// run it.

/** The first version with `import.meta.main`, which is true if a module was run directly. */
const OLDEST = { major: 24, minor: 2 };

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
  console.error(
    [
      `The shop needs Node ${OLDEST.major}.${OLDEST.minor} or later, but this is Node ${process.versions.node}.`,
      '`npm ci` installs Node 24 into the project, unless npm is set to skip install scripts or',
      'development packages. Run this, or install Node 24 yourself:',
      '',
      '  npm ci --include=dev --ignore-scripts=false',
    ].join('\n'),
  );
  process.exit(1);
}
