/**
 * For a function whose every call needs Stripe's SDK: it is loaded with the function, and not by the first
 * caller. By `import()` as everywhere else, or the bundle would hold it twice.
 */
await import('stripe');

export {};
