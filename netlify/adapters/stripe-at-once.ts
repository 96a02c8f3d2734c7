/** For a function whose every call asks Stripe: its SDK is loaded with the function, and not by the first caller. */
import 'stripe';
