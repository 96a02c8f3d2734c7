import './stripe-at-once.ts';
import type { StartPorts } from '../domain/open-checkouts.ts';
import { once } from './once.ts';
import { now } from './settings.ts';
import { checkout } from './stripe.ts';

export const startPorts = once((): StartPorts => ({ checkout: checkout(), now }));
