/** As Stripe writes promotion codes (docs.stripe.com/api/promotion_codes/object). */
const CODE = /^[A-Za-z0-9-]{1,100}$/;

/**
 * The promotion code in a link or a text, without spaces, invisible characters and punctuation around it; '' if it cannot
 * be a code.
 *
 *     promotionCode(' SPRING.')  // 'SPRING'
 */
export const promotionCode = (given: string): string => {
  const code = given.replaceAll(/[\s\u00AD\u200B-\u200D\u2060.,;:!?]+/g, '');
  return CODE.test(code) ? code : '';
};
