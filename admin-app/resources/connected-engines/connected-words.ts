import type { ConnectedEngine, ShownEngine } from '#shared/contract/connected-engine-desk';
import { planLabels } from '#shared/domain/console-words';
import { formatMoney } from '#shared/domain/format';
import type { Plan } from '#shared/domain/plan';
import { formatDate, parseYuan, toYuanText } from '../../ui/format.ts';

/** Values of the form; numbers and amounts as typed, empty lists for all. */
export interface EngineFields {
  name: string;
  title: string;
  address: string;
  graphs: string[];
  tools: string[];
  /** One line for each file: the graph's name, `=`, the operator's. */
  models: string;
  priceFactor: number;
  laneSize: string;
  timeLimitSeconds: string;
  perRun: string;
  perDay: string;
  perMonth: string;
  plans: Plan[];
  leavesHouse: boolean;
  isEnabled: boolean;
  reason?: string;
}

export const fieldLabels: Record<keyof EngineFields, string> = {
  name: '标识',
  title: '名称',
  address: '地址',
  graphs: '图',
  tools: '工具',
  models: '模型文件名',
  priceFactor: '用券倍数',
  laneSize: '同时运行',
  timeLimitSeconds: '一次最多',
  perRun: '每次预留',
  perDay: '每天最多',
  perMonth: '每月最多',
  plans: '会员档位',
  leavesHouse: '图片离开本机构',
  isEnabled: '启用',
  reason: '理由',
};

export const freshFields: Partial<EngineFields> = {
  ...{ graphs: [], tools: [], models: '', priceFactor: 1, laneSize: '1', timeLimitSeconds: '600' },
  ...{ perRun: '', perDay: '', perMonth: '', plans: [], leavesHouse: false },
};

const yuan = (fen: number | undefined) => (fen === undefined ? '' : toYuanText(fen));

export function toFields(engine: ConnectedEngine): EngineFields {
  const { id: name, title, address, graphs, tools, models, priceFactor, laneSize, timeLimitSeconds, plans } = engine;
  const { budget, leavesHouse, isEnabled } = engine;
  return {
    ...{ name, title, address, priceFactor, leavesHouse, isEnabled },
    ...{ graphs: graphs ?? [], tools: tools ?? [], plans: plans ?? [] },
    models: Object.entries(models)
      .map(([from, to]) => `${from}=${to}`)
      .join('\n'),
    ...{ laneSize: String(laneSize), timeLimitSeconds: String(timeLimitSeconds) },
    ...{ perRun: yuan(budget?.perRunFen), perDay: yuan(budget?.dayFen), perMonth: yuan(budget?.monthFen) },
  };
}

/** Values of the form as the contract takes them. */
export function toSettings(fields: EngineFields) {
  const { title, address, graphs, tools, models, priceFactor, laneSize, timeLimitSeconds, plans, leavesHouse } = fields;
  const all = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);
  return {
    ...{ title, address, priceFactor, leavesHouse },
    ...{ graphs: all(graphs), tools: all(tools), plans: all(plans) },
    ...{ laneSize: Number(laneSize), timeLimitSeconds: Number(timeLimitSeconds) },
    models: modelsOf(models),
    budget: budgetOf(fields),
  };
}

function modelsOf(text: string): Record<string, string> {
  const lines = text.split('\n').flatMap((line) => {
    const at = line.indexOf('=');
    const [from, to] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return at > 0 && from !== '' ? [[from, to] as const] : [];
  });
  return Object.fromEntries(lines);
}

function budgetOf({ perRun, perDay, perMonth }: EngineFields): ConnectedEngine['budget'] {
  const perRunFen = parseYuan(perRun);
  if (perRunFen === null) return null;
  const [dayFen, monthFen] = [parseYuan(perDay), parseYuan(perMonth)];
  return { perRunFen, ...(dayFen !== null && { dayFen }), ...(monthFen !== null && { monthFen }) };
}

export function budgetWords(budget: ConnectedEngine['budget']): string {
  if (!budget) return '不限';
  const { perRunFen, dayFen, monthFen } = budget;
  return [
    `每次 ${formatMoney(perRunFen)}`,
    dayFen === undefined ? '' : `每天 ${formatMoney(dayFen)}`,
    monthFen === undefined ? '' : `每月 ${formatMoney(monthFen)}`,
  ]
    .filter(Boolean)
    .join('，');
}

/** Result of the last `engine:check` in a few words. */
export function checkWord({ checkedAt, untested }: Pick<ShownEngine, 'checkedAt' | 'untested'>): string {
  if (untested.length > 0) return checkedAt === null ? '未实测' : '部分未实测';
  return checkedAt === null ? '—' : `已实测 ${formatDate(checkedAt)}`;
}

/** True when the form's values may cost more, so that a second person has to approve them. */
export function isDearer(engine: ConnectedEngine, typed: Partial<EngineFields>): boolean {
  const after = { ...toFields(engine), ...typed };
  if (!after.isEnabled) return false;
  const before = toFields(engine);
  const limit = (text: string) => parseYuan(text) ?? Number.POSITIVE_INFINITY;
  return (
    !before.isEnabled ||
    after.address !== before.address ||
    after.priceFactor < before.priceFactor ||
    (before.leavesHouse && !after.leavesHouse) ||
    (before.perRun !== '' && (parseYuan(after.perRun) ?? 0) < (parseYuan(before.perRun) ?? 0)) ||
    limit(after.perDay) > limit(before.perDay) ||
    limit(after.perMonth) > limit(before.perMonth)
  );
}

/** A field's value in a sentence. */
export function fieldWord(name: keyof EngineFields, value: EngineFields[keyof EngineFields]): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value))
    return value.map((each) => (name === 'plans' ? planLabels[each as Plan] : each)).join('、') || '全部';
  if (value === undefined || value === '') return '无';
  return String(value);
}
