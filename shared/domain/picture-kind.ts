/** What a picture is to somebody who looks for a tool. */
export const pictureKinds = ['photo', 'model', 'lines', 'plan'] as const;
export type PictureKind = (typeof pictureKinds)[number];

export const pictureKindLabels: Readonly<Record<PictureKind, string>> = {
  photo: '照片或效果图',
  model: '白模截图',
  lines: '线稿',
  plan: '平面图',
};
