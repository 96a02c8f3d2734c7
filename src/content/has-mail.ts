/**
 * Whether the shop sends email and may therefore promise it. `sendsMail` in
 * netlify/platform/mail-policy.ts uses the same rule. `import.meta.env` would publish the key.
 * This is a function because `npm run dev` sets both variables after the site has started to load.
 */
export const hasMail = (): boolean =>
  ['MAIL_API_KEY', 'MAIL_FROM'].every((name) => process.env[name]?.trim());
