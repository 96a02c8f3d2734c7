/** The format is from docs.stripe.com/api/promotion_codes/object. */
export const CODE = /^[A-Za-z0-9-]{1,100}$/;

/**
 * Removes spaces, invisible characters and punctuation. Returns '' if the rest can't be a code.
 *
 *     promotionCode(' SPRING.')  // 'SPRING'
 */
export const promotionCode = (given: string): string => {
  const code = given.replaceAll(/[\s\u00AD\u200B-\u200D\u2060.,;:!?]+/g, '');
  return CODE.test(code) ? code : '';
};
