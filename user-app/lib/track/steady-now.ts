/** Milliseconds since the epoch, not moved by a change of the device's clock while the page lives. */
export function steadyNow(): number {
  return Math.round(performance.timeOrigin + performance.now());
}
