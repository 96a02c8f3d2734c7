import type { BrowserContext } from '@playwright/test';

/** Collects the refusals of policies in all tabs, from the pages' events and the browser's log. */
export const watchRefusals = async (context: BrowserContext): Promise<string[]> => {
  const refused: string[] = [];
  context.on('console', (message) => {
    const words = message.text();
    if (/^refused: |content security policy|permissions.policy|trusted/i.test(words)) {
      refused.push(`${message.page()?.url()} ${words}`);
    }
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`refused: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  return refused;
};
