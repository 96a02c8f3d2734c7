import { findPurchase } from '../api/find-purchase.ts';
import { showBusy, showReady } from '../store/busy-button.ts';
import { NO_ADDRESS, messageOf } from './find-messages.ts';

/** The script of /find-purchase: the form does without it, but leaves the page to say what is wrong. */
const BUSY_LABEL = 'Sending...';

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button');
  const field = form.querySelector('input');
  const problem = form.querySelector('[role="alert"]');
  if (!button || !field || !problem || button.disabled) return;
  const tell = (words: string): void => {
    problem.textContent = words;
    field.setAttribute('aria-invalid', String(words === NO_ADDRESS));
  };
  tell('');
  showBusy(button, BUSY_LABEL);
  try {
    await findPurchase(field.value);
    // As the form alone is led there; the words behind it are shown by the address (FindPurchase.astro).
    location.hash = 'sent';
    document.querySelector<HTMLElement>('#sent h2')?.focus();
  } catch (error) {
    const words = messageOf(error);
    tell(words);
    if (words === NO_ADDRESS) field.focus();
  } finally {
    showReady(button);
  }
}

addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  void send(event.target);
});
