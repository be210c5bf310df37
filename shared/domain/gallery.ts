/** Words of the inspiration gallery that the wire, the server and the pages share. Names on the wire never change. */

/** Source of a picture; every card and the bar of filters show it. */
export const pictureSources = ['photo', 'render', 'ai'] as const;
export type PictureSource = (typeof pictureSources)[number];
export const pictureSourceWords: Readonly<Record<PictureSource, string>> = { photo: '实拍', render: '渲染', ai: 'AI' };

export const galleryKinds = ['picture', 'plan', 'drawing', 'material'] as const;
export type GalleryKind = (typeof galleryKinds)[number];
export const galleryKindWords: Readonly<Record<GalleryKind, string>> = {
  picture: '效果图',
  plan: '平面图',
  drawing: '线稿',
  material: '材质',
};

export const orientations = ['landscape', 'portrait', 'square'] as const;
export type Orientation = (typeof orientations)[number];
export const orientationWords: Readonly<Record<Orientation, string>> = {
  landscape: '横图',
  portrait: '竖图',
  square: '方图',
};
/** Sides that differ by less than this part count as square. */
const squareTolerance = 0.06;

export function orientationOf(width: number, height: number): Orientation {
  if (Math.abs(width - height) <= squareTolerance * Math.max(width, height)) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

export const pictureViews = ['人视', '半鸟瞰', '鸟瞰', '仰视', '正立面', '轴测', '顶视', '局部特写'] as const;
export type PictureView = (typeof pictureViews)[number];

export const pictureTimes = ['晴天', '清晨', '黄昏', '蓝调时刻', '夜景', '阴天', '雨天', '雾天', '雪景'] as const;
export type PictureTime = (typeof pictureTimes)[number];

/**
 * The twelve colours of the filter with a swatch of each, sRGB. A picture has every colour that covers enough of it; the
 * place in the list is the bit in which that is kept.
 */
export const galleryColours = {
  red: { name: '红', swatch: '#c0392b' },
  orange: { name: '橙', swatch: '#d97a2b' },
  brown: { name: '棕', swatch: '#7a5230' },
  beige: { name: '米', swatch: '#d9c7a7' },
  yellow: { name: '黄', swatch: '#d8b52e' },
  green: { name: '绿', swatch: '#4f8a4c' },
  cyan: { name: '青', swatch: '#3d9a98' },
  blue: { name: '蓝', swatch: '#3b6fb5' },
  purple: { name: '紫', swatch: '#7b5aa6' },
  white: { name: '白', swatch: '#f2f0ec' },
  grey: { name: '灰', swatch: '#8d8b88' },
  black: { name: '黑', swatch: '#22211f' },
} as const;
export type GalleryColour = keyof typeof galleryColours;
export const galleryColourNames = Object.keys(galleryColours) as [GalleryColour, ...GalleryColour[]];

export const pictureSorts = ['recommended', 'newest', 'popular'] as const;
export type PictureSort = (typeof pictureSorts)[number];
export const pictureSortWords: Readonly<Record<PictureSort, string>> = {
  recommended: '推荐',
  newest: '最新',
  popular: '最热',
};

/** Longer side from which a picture counts as large, pixels. */
export const largeSide = 2048;

/** States of a picture: waiting for staff, seen by all, refused by staff, or private. */
export const pictureStates = ['pending', 'public', 'rejected', 'private'] as const;
export type PictureState = (typeof pictureStates)[number];
export const pictureStateWords: Readonly<Record<PictureState, string>> = {
  pending: '待审核',
  public: '已公开',
  rejected: '未通过',
  private: '仅自己可见',
};

export const reportReasons = ['copyright', 'unlawful', 'advertising', 'wrong_source', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportReasonWords: Readonly<Record<ReportReason, string>> = {
  copyright: '侵犯版权',
  unlawful: '违法违规',
  advertising: '广告',
  wrong_source: '来源标注不实',
  other: '其他',
};

/** Limits of what people keep (docs/RULES.md R62). */
export const galleryLimits = {
  folders: 200,
  imageSets: 200,
  picturesPerSet: 500,
  titleLength: 30,
  folderNameLength: 30,
  descriptionLength: 200,
  tags: 5,
  tagLength: 12,
  /** Pictures a free account downloads from the gallery in a Shanghai day. */
  freeDownloadsPerDay: 20,
  /** From this many on, the server makes the ZIP. */
  browserZip: 60,
} as const;

/** The hash under which a picture lies open over a page, and back; undefined for a hash of something else. */
export const pictureHash = (id: number): string => `#picture-${id}`;
export function pictureOfHash(hash: string): number | undefined {
  const [, digits] = /^#?picture-([1-9]\d{0,14})$/.exec(hash) ?? [];
  return digits ? Number(digits) : undefined;
}
