/** The brand watermark of downloads (docs/RULES.md R55). The legal mark of what AI made is another: docs/RULES.md R58. */
export const watermark = {
  text: '筑绘 AI',
  /** Pixels from the left and the top edge. */
  offset: 20,
  /** Pixels. */
  fontSize: 36,
  /** 0–1. */
  opacity: 0.5,
} as const;

/** 1 own upload, 2 bought or a member's clean result; every other type is downloaded with the watermark. */
export function needsWatermark(type: number): boolean {
  return type !== 1 && type !== 2;
}

/** File name of a single downloaded image, without its ending (docs/RULES.md R56). */
export const singleDownloadName = 'teda_img';
/** File name of a bulk download that is given none (docs/RULES.md R57). */
export const zipDownloadName = 'photo.zip';
