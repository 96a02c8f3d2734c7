// Runs before the TypeScript of a script, in plain JavaScript, so that an older Node can run it.

/** The first with `import.meta.main`, by which a command knows that it was started. */
const OLDEST = { major: 24, minor: 2 };

const [major, minor] = process.versions.node.split('.').map(Number);

if (major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor)) {
  console.error(
    [
      `The shop needs Node 24, but this is Node ${process.versions.node}.`,
      'npm ci installs it into the project, unless it skips the install scripts or the development',
      'packages. Run this, or install Node 24 yourself:',
      '',
      '  npm ci --include=dev --ignore-scripts=false',
    ].join('\n'),
  );
  process.exit(1);
}
