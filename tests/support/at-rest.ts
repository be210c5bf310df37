/**
 * Waits in a browser until what moves has come to rest: colours in the middle of a change are nobody's fault. A change
 * that is about to be drawn may start a movement, so rest is found twice, each time after two frames. What moves for ever
 * is not waited for. antd puts a part into the first state of its movement, such as a drawer at 70 % opacity, and starts
 * the movement some frames later; classes of the part tell both.
 */
export async function atRest(): Promise<void> {
  const twoFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isUnderway = (movement: Animation) =>
    movement.playState === 'running' && Number.isFinite(movement.effect?.getComputedTiming().endTime);
  const firstState = /-(?:appear|enter|leave)-(?:prepare|start)\b/;
  const isAboutToMove = () =>
    [...document.querySelectorAll('[class*="-appear-"], [class*="-enter-"], [class*="-leave-"]')].some((part) =>
      firstState.test(part.getAttribute('class') ?? ''),
    );
  for (let isResting = 0; isResting < 2; ) {
    await twoFrames();
    // Asked again rather than waited for: of a thousand movements at once, some say never that they have ended.
    isResting = document.getAnimations().some(isUnderway) || isAboutToMove() ? 0 : isResting + 1;
  }
}
