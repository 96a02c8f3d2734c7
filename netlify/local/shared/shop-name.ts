export const SHOP_NAME = 'Money-Smart Kids';
