import { toChinaTime } from '#shared/domain/time';
import { ProductError } from '#shared/errors';
import type { PartOf, SectionName, StateInput } from '../state-contract.ts';

/** One record to make. */
export interface Step<Section extends SectionName = SectionName> {
  section: Section;
  name: string;
  part: PartOf<Section>;
  /** Milliseconds on the product's clock. */
  at: number;
}

/** Fields that name records of other sections, by section. What is named is made before, so that sections stand in this order. */
const references = {
  staff: {},
  accounts: { invitedBy: 'accounts' },
  memberships: { account: 'accounts' },
  uploads: { account: 'accounts' },
  projects: { account: 'accounts' },
  tasks: { account: 'accounts', upload: 'uploads', project: 'projects' },
  orders: { account: 'accounts' },
  conversations: { account: 'accounts' },
  pictures: { account: 'accounts', task: 'tasks', upload: 'uploads' },
  folders: { account: 'accounts', pictures: 'pictures' },
  invoices: { order: 'orders' },
  redeemCodes: { usedBy: 'accounts' },
} as const satisfies Record<SectionName, Record<string, SectionName>>;

const sections = Object.keys(references) as SectionName[];

interface Named {
  field: string;
  section: SectionName;
  name: string;
}

interface Draft extends Omit<Step, 'at'> {
  path: string;
  /** Undefined while nothing says when. */
  at: number | undefined;
  named: Named[];
}

/** The refusal of one part: `request.invalid` at its path. */
export function refusal(path: string, sentence: string, cause?: unknown): ProductError {
  return new ProductError('request.invalid', { fields: { [path]: [sentence] }, cause });
}

/**
 * The records in the order in which they are made: by time, and what is named before who names it. Throws
 * `request.invalid` with the paths of names that nothing has, of circles, and of times that contradict each other.
 * @param now on the product's clock; nothing is made later
 */
export function stepsOf(input: StateInput, now: number): Step[] {
  const drafts = new Map<string, Draft>();
  for (const section of sections)
    for (const [name, part] of Object.entries(input[section])) {
      const path = `${section}.${name}`;
      drafts.set(path, { section, name, part, path, at: part.at, named: namedBy(section, part) });
    }
  requireKnown(drafts);
  const ordered = inOrder(drafts);
  // A record without a time of its own is made before the earliest record that names it.
  for (const { at, named } of ordered.toReversed())
    for (const { section, name } of named) {
      const target = drafts.get(`${section}.${name}`);
      if (target && isTimeless(target) && at !== undefined) target.at = Math.min(target.at ?? at, at);
    }
  const steps = ordered.map((draft) => ({ ...draft, at: draft.at ?? now }));
  requireTimes(steps, now);
  // Sorting keeps the order of those of the same moment.
  return steps.toSorted((before, after) => before.at - after.at);
}

const isTimeless = ({ part }: Draft) => part.at === undefined;

function namedBy(section: SectionName, part: object): Named[] {
  return Object.entries(references[section]).flatMap(([field, target]) => {
    const value = (part as Record<string, unknown>)[field];
    const names = (Array.isArray(value) ? value : [value]) as Array<string | undefined>;
    return names.flatMap((name) => (name === undefined ? [] : [{ field, section: target as SectionName, name }]));
  });
}

function requireKnown(drafts: ReadonlyMap<string, Draft>): void {
  const fields: Record<string, string[]> = {};
  for (const { path, named } of drafts.values())
    for (const { field, section, name } of named)
      if (!drafts.has(`${section}.${name}`)) fields[`${path}.${field}`] = [`${section} 里没有 ${name}`];
  if (Object.keys(fields).length > 0) throw new ProductError('request.invalid', { fields });
}

/** Each after those that it names; sections and their records else as they stand. */
function inOrder(drafts: ReadonlyMap<string, Draft>): Draft[] {
  const ordered = new Set<Draft>();
  const open = new Set<Draft>();
  function visit(draft: Draft): void {
    if (ordered.has(draft)) return;
    if (open.has(draft)) throw refusal(draft.path, '绕回到了自己');
    open.add(draft);
    for (const { section, name } of draft.named) visit(drafts.get(`${section}.${name}`) as Draft);
    open.delete(draft);
    ordered.add(draft);
  }
  for (const draft of drafts.values()) visit(draft);
  return [...ordered];
}

function requireTimes(steps: ReadonlyArray<Draft & { at: number }>, now: number): void {
  const times = new Map(steps.map(({ path, at }) => [path, at]));
  const fields: Record<string, string[]> = {};
  for (const { path, at, named } of steps) {
    if (at > now) fields[`${path}.at`] = [`不能晚于现在（${toChinaTime(now)}）`];
    for (const { section, name } of named) {
      const from = times.get(`${section}.${name}`) ?? at;
      if (at < from) fields[`${path}.at`] = [`不能早于 ${section}.${name} 的时间（${toChinaTime(from)}）`];
    }
  }
  if (Object.keys(fields).length > 0) throw new ProductError('request.invalid', { fields });
}
