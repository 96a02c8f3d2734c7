/** As Stripe writes promotion codes (docs.stripe.com/api/promotion_codes/object). */
const CODE = /^[A-Za-z0-9-]{1,100}$/;

/**
 * The promotion code in what a link or a person brought, without the spaces, invisible characters and full stop that
 * came along; '' for anything that cannot be one.
 *
 *     promotionCode(' SPRING.')  // 'SPRING'
 */
export const promotionCode = (given: string): string => {
  const code = given.replaceAll(/[\s\u00AD\u200B-\u200D\u2060.,;:!?]+/g, '');
  return CODE.test(code) ? code : '';
};
