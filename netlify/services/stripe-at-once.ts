import { loadSdk } from '../adapters/stripe-client.ts';

// For a function whose every call needs Stripe's SDK: loaded with the function, and not by its first caller.
await loadSdk();
