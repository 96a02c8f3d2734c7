/** Matches a valid STRIPE_CHECKOUT_DOMAIN, such as "pay.example.com". */
export const CHECKOUT_DOMAIN = /^(?:[a-z\d-]+\.)+[a-z]{2,}$/i;
