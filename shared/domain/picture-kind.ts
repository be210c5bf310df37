/** Kinds of pictures, for the choice of a tool. */
export const pictureKinds = ['photo', 'model', 'lines', 'plan'] as const;
export type PictureKind = (typeof pictureKinds)[number];

export const pictureKindLabels: Readonly<Record<PictureKind, string>> = {
  photo: '照片',
  model: '白模',
  lines: '线稿',
  plan: '平面图',
};
