/** Tools that a model which carries out instructions can run from the base alone. */
export const instructedTools: readonly string[] = [
  ...(['architecturalRender', 'birdsViewRender', 'landscapeRender', 'indoorRender', 'gongzhuangRender'] as const),
  ...(['emptyRoom', 'lockImg', 'lockImgOut', 'styleTransfer', 'styleTransferIndoor', 'atmosphereChange'] as const),
];

/** Tools for models that are told by a mask what to make anew. */
export const maskedTools: readonly string[] = [
  ...(['localRenderingPro', 'localRenderingProIndoor', 'materialChange', 'indoorExterior', 'clean', 'lama'] as const),
];
