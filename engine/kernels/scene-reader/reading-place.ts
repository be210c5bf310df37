import type { Size } from '../../base/blur.ts';
import { type SceneReading, sceneClasses } from '../scene/scene-reading.ts';

const roomClasses = ['furniture', 'floor', 'ceiling'] as const;
/** Classes that no room has; without paving, since floors look like it to a network that knows no rooms. */
const openClasses = ['sky', 'grass', 'plant', 'roof', 'water', 'vehicle'] as const;

/** Less of floor, ceiling and furniture is a bench in a street. */
const leastIndoors = 0.05;

/**
 * Decides whether a picture was taken in a room. A network that knows rooms shows it by their classes; one that does
 * not is only trusted outdoors, where it finds much that no room has.
 */
export function judgePlace(shares: readonly Float32Array[], size: Size): SceneReading['place'] {
  const count = size.width * size.height;
  const meanOf = (names: ReadonlyArray<(typeof sceneClasses)[number]>) =>
    names.reduce((total, name) => {
      const plane = shares[sceneClasses.indexOf(name)];
      return total + (plane ? plane.reduce((sum, share) => sum + share, 0) / count : 0);
    }, 0);
  const open = meanOf(openClasses);
  if (shares.length <= sceneClasses.indexOf('ceiling')) return open > 0.18 ? 'outdoor' : 'unclear';
  const indoors = meanOf(roomClasses);
  const outdoors = open + meanOf(['hard']);
  // Bare rooms are walls for the most part. The sums were at least 1.1 to 1 in ten rooms, at most 0.7 to 1 in 27 streets.
  if (indoors > leastIndoors && indoors > 1.08 * outdoors) return 'interior';
  return outdoors > 0.3 && outdoors > 1.5 * indoors ? 'outdoor' : 'unclear';
}
