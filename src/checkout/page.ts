import { wakeForMessages } from '../toasts/wake.ts';
import { listenToBuyButtons } from './buy-buttons.ts';

// The document's own script of a page with buy buttons: a press must not wait for an island.
listenToBuyButtons();
wakeForMessages();
