import { type Plugin, createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { showEveryChange } from '../../netlify/local/dev-content.ts';

const NAME = 'astro:data-layer-content';
const ID = `\0${NAME}`;

test('shows a change that is saved while npm run dev loads the content', async () => {
  let content = 'before';
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slowContent: Plugin = {
    name: 'slow-content',
    resolveId: (name) => (name === NAME ? ID : undefined),
    load: async (id) => {
      if (id !== ID) return undefined;
      const code = `export default ${JSON.stringify(content)}`;
      started.resolve();
      await released.promise;
      return code;
    },
  };
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [slowContent, showEveryChange()],
  });
  onTestFinished(() => server.close());
  const { moduleGraph } = server.environments.ssr;

  const request = server.ssrLoadModule(NAME);
  await started.promise;
  content = 'after';
  // Astro does the same when an entry has changed.
  const module = moduleGraph.getModuleById(ID);
  if (!module) throw new Error('The content was not loaded.');
  moduleGraph.invalidateModule(module, undefined, Date.now(), true);
  released.resolve();
  await request;

  expect(await server.ssrLoadModule(NAME)).toMatchObject({ default: 'after' });
});
