import type { Size } from '../../base/blur.ts';
import type { SceneMasks } from '../segment/scene-masks.ts';
import { type SceneReading, sceneClasses } from './scene-reading.ts';

const indexOf = (name: (typeof sceneClasses)[number]) => sceneClasses.indexOf(name);

/**
 * Whether a picture was taken in a room. A network that knows rooms says it by their classes; one that does not is only
 * believed outdoors, where it finds much that no room has.
 */
export function judgePlace(shares: readonly Float32Array[], size: Size, masks: SceneMasks): SceneReading['place'] {
  const meanOf = (plane: Float32Array | undefined) =>
    plane ? plane.reduce((sum, share) => sum + share, 0) / (size.width * size.height) : 0;
  const room = ['furniture', 'floor', 'ceiling'] as const;
  const indoors = room.reduce((sum, name) => sum + meanOf(shares[indexOf(name)]), 0);
  const outdoors = (['sky', 'hard', 'grass', 'plant', 'roof', 'water', 'vehicle'] as const).reduce(
    (sum, name) => sum + meanOf(shares[indexOf(name)]),
    0,
  );
  if (shares.length > indexOf('ceiling')) {
    if (indoors > 0.3 && indoors > 1.5 * outdoors) return 'interior';
    if (outdoors > 0.3 && outdoors > 1.5 * indoors) return 'outdoor';
    return 'unclear';
  }
  return placeWithoutRooms(shares, size, masks, outdoors);
}

function placeWithoutRooms(
  _shares: readonly Float32Array[],
  _size: Size,
  _masks: SceneMasks,
  outdoors: number,
): SceneReading['place'] {
  return outdoors > 0.3 ? 'outdoor' : 'unclear';
}
