/** Recipe of one picture of the gallery. */
import type { Scene } from '../../engine/kernels/trace/scene.ts';
import type { RoomForm } from './room-scene.ts';
import type { SampleForm } from './sample-scene.ts';

export type ViewLabel = '人视' | '半鸟瞰' | '鸟瞰' | '仰视' | '正立面' | '轴测' | '顶视' | '局部特写';
export type TimeLabel = '晴天' | '清晨' | '黄昏' | '蓝调时刻' | '夜景' | '阴天' | '雨天' | '雾天' | '雪景';
export type PlaceLabel = '城市街区' | '住区' | '园区' | '乡村田园' | '山林' | '滨水' | '海岸' | '雪山' | '沙漠';
export type Ratio = '1:1' | '4:3' | '3:4' | '3:2' | '2:3' | '16:9';

/** Description of a concept picture; labels stand for the values of the form of the tool 文生图. */
export interface Words {
  /** The description, as somebody would type it. */
  words: string;
  /** Category of buildings, level 2, and its style, level 3, by name. */
  type: string;
  style?: string;
  view: ViewLabel;
  time: TimeLabel;
  place?: PlaceLabel;
  seed: number;
  /** Which of the pictures of one run it is, from 0; compositions go round by it. */
  output?: number;
}

/** Method that draws a picture. */
export type Making =
  | ({ by: 'words'; isWhite?: true } & Words)
  | { by: 'room'; form: RoomForm }
  | { by: 'scene'; build: () => Scene }
  | { by: 'sample'; form: SampleForm }
  | { by: 'plan'; draw: () => string; tool?: ToolRun }
  | { by: 'drawing'; base: Words; params: Record<string, unknown> };

/** A tool of the product that goes over the drawing, and the values that differ from its form's own. */
export interface ToolRun {
  id: string;
  params: Record<string, unknown>;
}

export interface PictureRecipe {
  name: string;
  title: string;
  about: string;
  kind: 'picture' | 'plan' | 'drawing' | 'material';
  /** Deepest fitting id of the category tree. */
  classifyId: string;
  tags: readonly string[];
  view: ViewLabel;
  time: TimeLabel | null;
  /** Pictures of one scene share it. */
  scene: string;
  ratio: Ratio;
  making: Making;
}
