import { day } from '#shared/domain/time';

/** Time in which deletions from the gallery can be undone, milliseconds. */
export const removedKeptMs = 7 * day;

export const defaultFolderName = '默认收藏夹';

/** Pictures that stand on the card of a set or folder, at most. */
export const coversPerSet = 4;
