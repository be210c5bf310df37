/** Tickets of an output at an engine's factor, rounded up to whole ones. */
export function ticketsOf(usual: number, priceFactor = 1): number {
  // Products such as 3 × 1.1 lie a little above what they mean.
  return Math.max(0, Math.ceil(usual * priceFactor - 1e-9));
}
