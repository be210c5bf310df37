import { firstStageId } from './first-frame-ids';

/**
 * Takes away the picture that the page's HTML showed in the place of a tool's stage.
 * @param successor the same picture in the app: taken away is the former when this can be painted
 */
export async function endFirstStage(successor?: HTMLImageElement | null): Promise<void> {
  const stage = document.getElementById(firstStageId);
  if (!stage) return;
  await successor?.decode().catch(() => undefined);
  stage.remove();
  delete document.documentElement.dataset.firstStage;
}
