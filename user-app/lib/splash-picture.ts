import { splashPictureId } from './splash-ids';

/**
 * Takes away the pictures that the page's HTML showed in the place of a tool's stage or of a wall.
 * @param successors the same pictures in the app: taken away are the former when these can be painted
 */
export async function endSplashPicture(...successors: readonly HTMLImageElement[]): Promise<void> {
  const stage = document.getElementById(splashPictureId);
  if (!stage) return;
  await Promise.allSettled(successors.map((picture) => picture.decode()));
  stage.remove();
  delete document.documentElement.dataset.splashPicture;
}
