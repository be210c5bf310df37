/** Flows that the clients of `tests/foreign-clients` go through, in their order. */
export const flows = [
  'sign_up_and_draw',
  'pay',
  'refund',
  'membership',
  'gallery_search',
  'collect',
  'share',
  'assistant_stream',
  'scan_login',
  'console',
];
