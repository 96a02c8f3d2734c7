/**
 * Whether the shop sends email and so may promise it. Reads the environment of the build as netlify/platform/env.ts
 * reads that of the functions. `import.meta.env` would publish the key. It is a function because `npm run dev` sets
 * both variables after the site has started to load.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
