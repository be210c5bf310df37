import index from '../public/samples/results/index.json';

/** A picture under `/samples/`. */
export interface ResultPicture {
  file: string;
  thumb: string;
  /** Between the two, for windows of phones; only of what the home page opens with. */
  middle?: string;
  /** Pixels of `file`. */
  width: number;
  height: number;
  /** `#rrggbb`, shown before the picture is there. */
  mainColor: string;
}

/** Result of a tool's sample picture by the embedded engine, delivered with the app. */
export interface ToolResult {
  tool: string;
  /** Absent for tools that start from words. */
  before?: ResultPicture;
  after: ResultPicture;
  quality: string;
}

const byTool = new Map((index as readonly ToolResult[]).map((result) => [result.tool, result]));

export function resultOf(toolId: string): ToolResult | undefined {
  return byTool.get(toolId);
}

export function resultUrl(picture: ResultPicture, size: 'full' | 'thumb' = 'full'): string {
  return `/samples/${size === 'thumb' ? picture.thumb : picture.file}`;
}

/** Returns true when two pictures have one shape, so that they may lie over each other. */
export function isSameShape(one: ResultPicture, other: ResultPicture): boolean {
  return Math.abs(one.width / one.height - other.width / other.height) < 0.01;
}
