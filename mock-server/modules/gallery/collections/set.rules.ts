import { day } from '#shared/domain/time';

/** How long what was deleted from the gallery can be brought back. */
export const removedKeptMs = 7 * day;

export const defaultFolderName = '默认收藏夹';

/** Pictures that stand on the card of a set or folder, at most. */
export const coversPerSet = 4;
