import type { ConnectedEngine, EngineOption, ShownEngine } from '#shared/contract/connected-engine-desk';
import { planLabels } from '#shared/domain/console-words';
import type { EngineAdapter } from '#shared/domain/engine-adapters';
import { formatMoney } from '#shared/domain/format';
import type { Plan } from '#shared/domain/plan';
import { formatDate, parseYuan, toYuanText } from '../../ui/format.ts';
import { isSame } from '../../ui/use-versioned-form.ts';

/** Values of the form; numbers and amounts as typed, empty lists for all. */
export interface EngineFields {
  name: string;
  adapter: EngineAdapter;
  title: string;
  address: string;
  /** Settings of the adapter alone as typed: lists one text a line, amounts in yuan. */
  options: Record<string, string | undefined>;
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
  adapter: '适配器',
  title: '名称',
  address: '地址',
  options: '适配器的设置',
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
  ...{ adapter: 'comfyui', options: {} },
  ...{ graphs: [], tools: [], models: '', priceFactor: 1, laneSize: '1', timeLimitSeconds: '600' },
  ...{ perRun: '', perDay: '', perMonth: '', plans: [], leavesHouse: false },
};

const yuan = (fen: number | undefined) => (fen === undefined ? '' : toYuanText(fen));

const optionText = (value: ConnectedEngine['options'][string]): string =>
  typeof value === 'number' ? toYuanText(value) : [value].flat().join('\n');

export function toFields(engine: ConnectedEngine): EngineFields {
  const {
    id: name,
    title,
    adapter,
    address,
    graphs,
    tools,
    models,
    priceFactor,
    laneSize,
    timeLimitSeconds,
    plans,
  } = engine;
  const { budget, leavesHouse, isEnabled } = engine;
  return {
    ...{ name, title, adapter, address, priceFactor, leavesHouse, isEnabled },
    options: Object.fromEntries(Object.entries(engine.options).map(([option, value]) => [option, optionText(value)])),
    ...{ graphs: graphs ?? [], tools: tools ?? [], plans: plans ?? [] },
    models: Object.entries(models)
      .map(([from, to]) => `${from}=${to}`)
      .join('\n'),
    ...{ laneSize: String(laneSize), timeLimitSeconds: String(timeLimitSeconds) },
    ...{ perRun: yuan(budget?.perRunFen), perDay: yuan(budget?.dayFen), perMonth: yuan(budget?.monthFen) },
  };
}

/**
 * Values of the form as the contract takes them.
 *
 * @param options settings that the adapter has
 */
export function toSettings(fields: EngineFields, options: readonly EngineOption[]) {
  const { title, address, graphs, tools, models, priceFactor, laneSize, timeLimitSeconds, plans, leavesHouse } = fields;
  const all = <T>(list: readonly T[]) => (list.length === 0 ? null : [...list]);
  return {
    ...{ title, address, priceFactor, leavesHouse },
    ...{ graphs: all(graphs), tools: all(tools), plans: all(plans) },
    ...{ laneSize: Number(laneSize), timeLimitSeconds: Number(timeLimitSeconds) },
    models: modelsOf(models),
    budget: budgetOf(fields),
    options: toOptions(fields.options, options),
  };
}

/** Options that were given; those that are empty have their usual values. */
function toOptions(typed: EngineFields['options'], options: readonly EngineOption[]): ConnectedEngine['options'] {
  const given = options.flatMap(({ name, kind }): Array<[string, ConnectedEngine['options'][string]]> => {
    const text = typed[name]?.trim() ?? '';
    if (text === '') return [];
    if (kind === 'fen') return [[name, parseYuan(text) ?? 0]];
    return [[name, kind === 'lines' ? text.split('\n').flatMap((line) => line.trim() || []) : text]];
  });
  return Object.fromEntries(given);
}

/** True when the form has other options than the engine. */
export const hasOtherOptions = (before: EngineFields['options'], after: EngineFields['options']): boolean =>
  !isSame(sortedOptions(before), sortedOptions(after));

const sortedOptions = (options: EngineFields['options']) =>
  Object.entries(options)
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Options of an engine in words, by the titles that its adapter has for them. */
export function optionWords(engine: Pick<ConnectedEngine, 'options'>, options: readonly EngineOption[]): string {
  const words = Object.entries(engine.options).map(([name, value]) => {
    const { title = name, kind, choices = [] } = options.find((option) => option.name === name) ?? {};
    const shown = typeof value === 'number' && kind === 'fen' ? formatMoney(value) : [value].flat().join('、');
    return `${title} ${choices.find((choice) => choice.value === value)?.title ?? shown}`;
  });
  return words.join('；') || '默认';
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
    hasOtherOptions(before.options, after.options) ||
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
  if (typeof value === 'object')
    return (
      sortedOptions(value)
        .map((entry) => entry.join(' '))
        .join('，') || '默认'
    );
  if (value === undefined || value === '') return '无';
  return String(value);
}
