import type { Generated } from 'kysely';
import type {
  GalleryKind,
  PictureSource,
  PictureState,
  PictureTime,
  PictureView,
  ReportReason,
} from '#shared/domain/gallery';

/** Times are milliseconds on the product's clock; truth values are 0 and 1; JSON is text. */
type Flag = 0 | 1;

/** The tree of categories (docs/RULES.md R59). A used one is hidden and never removed. */
export interface CategoryTable {
  /** Digits only: page paths join ids with `-`. */
  id: string;
  parent_id: string | null;
  name: string;
  /** 1 for a root. */
  level: number;
  /** Order among its siblings, from 0. */
  place: number;
  is_hidden: Generated<Flag>;
  /** The category whose preset of the tools it uses: its own id, or that of the nearest one above that has a preset. */
  preset_id: string;
  /** A picture of the gallery that all may see. */
  thumbnail_picture_id: Generated<number | null>;
  version: Generated<number>;
  created_at: number;
  updated_at: Generated<number>;
  /** When the first task was started with it; kept for categories that staff made. */
  first_used_at: Generated<number | null>;
  /** Removed by staff, which only what nothing refers to can be. The row stays, so that no id is given twice. */
  deleted_at: Generated<number | null>;
}

export interface GalleryPictureTable {
  id: Generated<number>;
  image_id: string;
  owner_id: string;
  title: string;
  description: Generated<string>;
  source: PictureSource;
  kind: GalleryKind;
  /** Deepest category; empty when there is none. */
  classify_id: Generated<string>;
  camera_view: PictureView | null;
  time_of_day: PictureTime | null;
  state: PictureState;
  /** True when its owner wants it seen by others. */
  wants_public: Flag;
  tool: string | null;
  /** Parameters of the tool without pictures, JSON. */
  recipe: string | null;
  source_url: Generated<string>;
  /** Name among what a first start puts in. */
  seed_name: string | null;
  client_key: string | null;
  /** 64-bit hashes, 16 hexadecimal digits; the mirrored picture's too. Null until they are measured. */
  dhash: string | null;
  dhash_mirrored: string | null;
  phash: string | null;
  /** Bit n: the colour at place n of `galleryColours`. */
  colour_bits: Generated<number>;
  /** Hues, main colours and layout as `engine/kernels/likeness` writes them. */
  features: Buffer | null;
  collects: Generated<number>;
  downloads: Generated<number>;
  created_at: number;
  /** When it was first seen by all; the order of `newest`. */
  published_at: number | null;
  /** Position before the recommended ones given by staff, from 1; null without one. */
  pin_place: Generated<number | null>;
  /** When that ends; null where it does not. */
  pinned_until: Generated<number | null>;
  reviewed_by: string | null;
  reviewed_at: number | null;
  review_reason: Generated<string>;
  deleted_at: number | null;
}

export interface GalleryTagTable {
  picture_id: number;
  tag: string;
}

/** Image sets and folders: both are pictures in an order. */
export interface PictureSetTable {
  id: string;
  kind: 'set' | 'folder';
  owner_id: string;
  title: string;
  description: Generated<string>;
  /** JSON list. */
  tags: Generated<string>;
  classify_id: Generated<string>;
  cover_picture_id: number | null;
  is_private: Flag;
  is_default: Generated<Flag>;
  /** Taken down by staff: shown to its owner alone. */
  is_hidden: Generated<Flag>;
  /** Why staff took it down; empty otherwise. */
  hidden_reason: Generated<string>;
  /** Of its texts. */
  version: Generated<number>;
  pin_place: Generated<number | null>;
  pinned_until: Generated<number | null>;
  /** Order among the owner's folders. */
  place: Generated<number>;
  seed_name: string | null;
  client_key: string | null;
  collects: Generated<number>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

export interface SetPictureTable {
  set_id: string;
  picture_id: number;
  /** Order in the set; numbers need not follow one another. */
  place: number;
  added_at: number;
}

export interface SetCollectTable {
  account_id: string;
  set_id: string;
  created_at: number;
}

export interface DesignCaseTable {
  id: string;
  seed_name: string | null;
  author_id: string;
  title: string;
  classify_id: string;
  location: string;
  built_year: number;
  area_square_metres: number;
  style: string;
  team: string;
  source_url: Generated<string>;
  intro: string;
  /** JSON list of texts and pictures in their order; pictures by number. */
  blocks: string;
  cover_picture_id: number;
  is_sample: Flag;
  is_hidden: Generated<Flag>;
  /** Why staff took it down; empty otherwise. */
  hidden_reason: Generated<string>;
  /** Of its texts. */
  version: Generated<number>;
  pin_place: Generated<number | null>;
  pinned_until: Generated<number | null>;
  collects: Generated<number>;
  created_at: number;
  deleted_at: number | null;
}

export interface CasePictureTable {
  case_id: string;
  picture_id: number;
}

export interface CaseCollectTable {
  account_id: string;
  case_id: string;
  created_at: number;
}

export interface AuthorProfileTable {
  account_id: string;
  about: Generated<string>;
  is_house: Generated<Flag>;
}

export interface FollowTable {
  follower_id: string;
  followed_id: string;
  created_at: number;
}

export interface AuthorBlockTable {
  account_id: string;
  blocked_id: string;
  created_at: number;
}

export interface HiddenPictureTable {
  account_id: string;
  picture_id: number;
  created_at: number;
}

export interface PictureReportTable {
  id: string;
  picture_id: number;
  account_id: string;
  reason: ReportReason;
  details: string;
  created_at: number;
  answered_at: number | null;
}

export interface AuthorReportTable {
  id: string;
  /** The reported account. */
  author_id: string;
  account_id: string;
  reason: ReportReason;
  details: string;
  created_at: number;
  answered_at: number | null;
}

export interface DownloadRecordTable {
  id: string;
  account_id: string;
  origin: 'gallery' | 'tool';
  picture_id: number | null;
  image_id: string | null;
  title: string;
  tool: string | null;
  width: number;
  height: number;
  main_color: string;
  thumb_hash: string;
  /** The Shanghai day (`YYYY-MM-DD`) whose allowance it took from; null for what costs nothing. */
  charged_on: string | null;
  created_at: number;
}

export interface HotWordTable {
  id: Generated<number>;
  word: string;
  place: number;
  version: Generated<number>;
}

export interface MaterialTable {
  id: string;
  name: string;
  kind: 'material';
  classify_id: string;
  image_id: string;
  place: number;
  is_hidden: Generated<Flag>;
  version: Generated<number>;
}

export interface GallerySchema {
  category: CategoryTable;
  gallery_picture: GalleryPictureTable;
  gallery_tag: GalleryTagTable;
  picture_set: PictureSetTable;
  set_picture: SetPictureTable;
  set_collect: SetCollectTable;
  design_case: DesignCaseTable;
  case_picture: CasePictureTable;
  case_collect: CaseCollectTable;
  author_profile: AuthorProfileTable;
  follow: FollowTable;
  author_block: AuthorBlockTable;
  hidden_picture: HiddenPictureTable;
  picture_report: PictureReportTable;
  author_report: AuthorReportTable;
  download_record: DownloadRecordTable;
  hot_word: HotWordTable;
  material: MaterialTable;
}
