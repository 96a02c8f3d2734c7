/** The seller on the payment page and the sender of the emails. */
export const SHOP_NAME = 'Money-Smart Kids';
