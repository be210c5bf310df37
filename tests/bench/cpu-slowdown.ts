/**
 * By how much to slow this machine down so that it is the phone of the middle class that Lighthouse means.
 *
 * The default of 4× moves a fast desktop (benchmarkIndex 1500–2000) there; for others Lighthouse's docs/throttling.md
 * points to https://lighthouse-cpu-throttling-calculator.vercel.app/, whose reckoning this is.
 * @param benchmarkIndex what Lighthouse measured of this machine in the same run
 * @returns a factor, 1 for machines that are as slow themselves or slower
 */
export function slowdownFor(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return 3 + (benchmarkIndex - 1300) / 233;
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return Math.max(1, 1 + (benchmarkIndex - 150) / 650);
}
