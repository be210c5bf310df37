import { completed, type DefinedTool, isVisible } from '../tools/define-tool.ts';
import { type EnginePrice, priceOfRuns } from '../tools/price.ts';
import { ticketLabels } from './ticket-kind.ts';

export interface ReadinessInput {
  tool: DefinedTool;
  /** The form as it stands. */
  values: Readonly<Record<string, unknown>>;
  /** The forms of all pictures that are started in one go, in order; without them `values` alone is started. */
  runs?: readonly Readonly<Record<string, unknown>>[];
  isLoggedIn: boolean;
  /** Tickets of the tool's kind that can be spent; undefined while not known, which blocks nothing. */
  ticketsLeft: number | undefined;
  /** Outputs of this tool that are still free today. */
  freeLeft?: number;
  /** Quality of what the chosen engine makes; a preview costs nothing. */
  engine?: EnginePrice | undefined;
  /** Number of engines that can run the tool now; undefined while unknown, which blocks nothing. */
  enginesAvailable: number | undefined;
  isUploading: boolean;
  /** Sizes the account may ask for; undefined while not known, which blocks nothing. */
  access?: { canUse2K: boolean; canUse4K: boolean };
}

/** Why a tool cannot start: `field` names the field at fault, where it is one. */
export interface Obstacle {
  kind: 'login' | 'engine' | 'upload' | 'field' | 'membership' | 'tickets';
  message: string;
  field?: string;
}

/**
 * Returns true when the main button can remove the obstacle, by opening the login or the shop for tickets or a
 * membership.
 */
export function isOvercome({ kind }: Obstacle): boolean {
  return kind === 'login' || kind === 'tickets' || kind === 'membership';
}

/** Everything that keeps a tool from starting, in the order a person deals with it; empty when it is ready. */
export function obstaclesOf(input: ReadinessInput): Obstacle[] {
  const { tool, values, runs = [values], isLoggedIn, enginesAvailable, isUploading } = input;
  const obstacles: Obstacle[] = [];
  if (enginesAvailable === 0) obstacles.push({ kind: 'engine', message: `当前没有可以运行「${tool.title}」的引擎` });
  if (isUploading) obstacles.push({ kind: 'upload', message: '图片正在上传，请稍候' });
  obstacles.push(...obstaclesOfRuns(tool, runs, isUploading));
  if (!isLoggedIn) return [...obstacles, { kind: 'login', message: '请先登录' }];
  return [...obstacles, ...membershipObstacles(input), ...ticketObstacles(input)];
}

/** {@link obstaclesOf} as sentences, each once. */
export function reasonsNotReady(input: ReadinessInput): string[] {
  return [...new Set(obstaclesOf(input).map((obstacle) => obstacle.message))];
}

/** Obstacles of all runs are told once, obstacles of some with their positions. */
function obstaclesOfRuns(
  tool: DefinedTool,
  runs: readonly Readonly<Record<string, unknown>>[],
  isUploading: boolean,
): Obstacle[] {
  const found = new Map<string, { obstacle: Obstacle; places: number[] }>();
  for (const [place, values] of runs.entries())
    for (const obstacle of fieldObstacles(tool, values, isUploading)) {
      const key = `${obstacle.field} ${obstacle.message}`;
      const known = found.get(key) ?? { obstacle, places: [] };
      known.places.push(place + 1);
      found.set(key, known);
    }
  return [...found.values()].map(({ obstacle, places }) =>
    places.length === runs.length
      ? obstacle
      : { ...obstacle, message: `第 ${places.join('、')} 张：${obstacle.message}` },
  );
}

/** One problem a field; an empty picture field is none while a picture is on its way. */
function fieldObstacles(
  tool: DefinedTool,
  values: Readonly<Record<string, unknown>>,
  isUploading: boolean,
): Obstacle[] {
  const read = tool.params.safeParse(formOf(tool, values));
  if (read.success) return [];
  const seen = new Set<string>();
  const obstacles: Obstacle[] = [];
  for (const { path, message } of read.error.issues) {
    const field = String(path[0] ?? '');
    if (seen.has(field)) continue;
    seen.add(field);
    if (isUploading && isEmptyPicture(tool, values, field)) continue;
    obstacles.push({ kind: 'field', message, field });
  }
  return obstacles;
}

function isEmptyPicture(tool: DefinedTool, values: Readonly<Record<string, unknown>>, name: string): boolean {
  const editor = tool.fields[name]?.editor;
  const value = values[name];
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty && (editor === 'image' || editor === 'images');
}

function membershipObstacles({ tool, values, access }: ReadinessInput): Obstacle[] {
  if (!access || !tool.fields.quality?.options) return [];
  const { quality } = completed(tool, values);
  const isAllowed = quality === '4k' ? access.canUse4K : quality !== '2k' || access.canUse2K;
  return isAllowed ? [] : [{ kind: 'membership', message: '2K/4K 为会员功能', field: 'quality' }];
}

function ticketObstacles(input: ReadinessInput): Obstacle[] {
  const { tool, values, runs = [values], ticketsLeft, freeLeft = 0, engine } = input;
  const { total } = priceOfRuns(tool, runs, freeLeft, engine);
  if (ticketsLeft === undefined || ticketsLeft >= total) return [];
  const message = `${ticketLabels[tool.ticket.kind]}不足，需要 ${total} 张，剩余 ${ticketsLeft} 张`;
  return [{ kind: 'tickets', message }];
}

/**
 * The parameters a form sends: only the tool's own fields, without those that are empty, hidden or switched off (the
 * server completes them with their defaults).
 */
export function formOf(tool: DefinedTool, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = completed(tool, values);
  const entries = Object.entries(tool.fields).filter(([name, field]) => {
    const value = values[name];
    const isGiven = value !== undefined && value !== null && value !== '';
    const isOff = field.disabledBy !== undefined && shown[field.disabledBy] === true;
    return isGiven && !isOff && isVisible(field, shown);
  });
  return Object.fromEntries(entries.map(([name]) => [name, values[name]]));
}
