/** All that the payment page learns of where a buyer lives: the card's country. */
export const buyerAddress = {
  city: null,
  country: 'US',
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
