/**
 * Waits in a browser until what moves has come to rest: colours in the middle of a change are nobody's fault. A change
 * that is about to be drawn may start a movement, so rest is found twice, each time after two frames. What moves for ever
 * is not waited for.
 */
export async function atRest(): Promise<void> {
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isUnderway = (movement: Animation) =>
    movement.playState === 'running' && Number.isFinite(movement.effect?.getComputedTiming().endTime);
  for (let isResting = 0; isResting < 2; ) {
    await twoFrames();
    // Asked again rather than waited for: of a thousand movements at once, some say never that they have ended.
    isResting = document.getAnimations().some(isUnderway) ? 0 : isResting + 1;
  }
}
