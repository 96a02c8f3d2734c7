import { hash } from 'node:crypto';

/**
 * Removes the notice (the element before the script) after its last day, even if the site has not
 * been rebuilt since then. Without JavaScript, the notice stays until the next build.
 */
export const HIDE_EXPIRED_NOTICE =
  '{const notice=document.currentScript.previousElementSibling;if(Date.now()>=notice.dataset.until)notice.remove()}';

/** For the content security policy. */
export const NOTICE_SCRIPT_HASH =
  `sha256-${hash('sha256', HIDE_EXPIRED_NOTICE, 'base64')}` as const;
