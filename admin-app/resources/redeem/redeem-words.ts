export const redeemPath = '/redeem';
