import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint';
import {
  type FaultKind,
  type FaultStep,
  faultSteps,
  type RequestFaultKind,
  requestFaults,
  type StepFaultKind,
} from '../adapters/fault-points.ts';
import { common, Method } from './contract-parts.ts';
import { PathPattern } from './path-pattern.ts';

/*
 * The calls about faults. Steps and kinds follow from the table of `adapters/fault-points.ts`, as do the form of the
 * plane's page and docs/FAULTS.md.
 */

type StepKind = { [S in FaultStep]: StepFaultKind<S> }[FaultStep];
export type AnyFaultKind = RequestFaultKind | StepKind;

const keysOf = <T extends object>(table: T) => Object.keys(table) as [keyof T & string, ...Array<keyof T & string>];

const stepNames = keysOf(faultSteps);
const requestKinds = keysOf(requestFaults);
const stepKinds = stepNames.flatMap((step) => Object.keys(faultSteps[step].kinds) as StepKind[]);
const allKinds = [...new Set<AnyFaultKind>([...requestKinds, ...stepKinds])] as [AnyFaultKind, ...AnyFaultKind[]];

/** Kinds that the step takes, or requests where there is none, with their words. */
export function kindsAt(step: FaultStep | undefined): Readonly<Record<string, FaultKind>> {
  return step === undefined ? requestFaults : faultSteps[step].kinds;
}

const texts = z.record(z.string().min(1).max(100), z.string().max(500));

const Match = z.object({
  method: Method.optional(),
  path: PathPattern.optional(),
  /** Values of the query, by name. */
  query: texts.optional(),
  /** Values of headers, by name. */
  header: texts.optional(),
  /** Part of the fields of a JSON or form body; lists have to be the same. */
  body: z.record(z.string(), z.unknown()).optional(),
  /** Id or phone number of the account whose session the request carries. */
  account: z.string().min(1).max(64).optional(),
  /** Applies the rule to this internal step and to no request; nothing else is matched then. */
  step: z.enum(stepNames).optional(),
});

export type FaultMatch = z.output<typeof Match>;

const requestFields = ['method', 'path', 'query', 'header', 'body', 'account'] as const;
const statusFields = ['status', 'body', 'retryAfter'] as const;

const FaultRule = z.object({
  match: Match.default({}),
  kind: z.enum(allKinds),
  /** Milliseconds, for kinds that take time; 1000 when absent. */
  ms: z.int().min(0).max(120_000).optional(),
  /** Status of the answers of the kind `status`; 500 when absent. */
  status: z.int().min(400).max(599).optional(),
  /** Body of the kind `status`: text as it is, all else as JSON; an error of the product when absent. */
  body: z.unknown().optional(),
  /** `Retry-After` of the kind `status`, seconds; that of the status when absent. */
  retryAfter: z.int().min(0).max(86_400).optional(),
  /** Calls it strikes, then it is used up; without it, all. */
  times: z.int().min(1).optional(),
  /** Matching calls it lets pass first. */
  after: z.int().min(0).default(0),
  /** Probability of the fault, 0–1, drawn from the seed of the rules. */
  prob: z.number().min(0).max(1).default(1),
});

/** A rule whose parts fit together. */
export const Fault = FaultRule.superRefine((rule, context) => {
  const { step } = rule.match;
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const known = kindsAt(step);
  const kind = Object.hasOwn(known, rule.kind) ? known[rule.kind] : undefined;
  if (!kind) refuse(['kind'], `${step === undefined ? '请求' : step} 的故障只能是 ${Object.keys(known).join('、')}`);
  if (step !== undefined)
    for (const name of requestFields)
      if (rule.match[name] !== undefined) refuse(['match', name], '步骤不是请求，不能同时给出');
  if (kind && !kind.isTimed && rule.ms !== undefined) refuse(['ms'], `故障 ${rule.kind} 不需要时间`);
  if (rule.kind !== 'status')
    for (const name of statusFields) if (rule[name] !== undefined) refuse([name], '只有故障 status 可以给出');
});

export type Fault = z.output<typeof Fault>;

const seed = z.int().min(0).max(0xffff_ffff);
const count = z.int().min(0);

/** Rules as they stand. */
const Faults = z.object({
  seed,
  faults: z.array(FaultRule.extend({ struck: count })),
});

/** Rules with what they have counted and drawn, to be kept in a snapshot. */
export const SavedFaults = z.strictObject({
  seed,
  /** `drawn`: state of the rule's random numbers. */
  rules: z.array(FaultRule.extend({ seen: count, struck: count, drawn: seed })),
});

export type SavedFaults = z.output<typeof SavedFaults>;

export const faultContract = {
  faults: endpoint({
    ...common,
    tag: '故障',
    method: 'GET',
    path: '/__mock/faults',
    summary: '生效的故障规则',
    output: Faults,
  }),
  setFaults: endpoint({
    ...common,
    tag: '故障',
    method: 'PUT',
    path: '/__mock/faults',
    summary:
      '换上这些故障规则；每个请求、每次步骤遇到第一条匹配的。从头计数；给出 isGoingOn，则种子和规则都没变的接着计数',
    input: z.object({
      faults: z.array(Fault).max(50),
      /** Seed of `prob`: the same rules and requests are struck in the same way. */
      seed: seed.default(1),
      /** True when rules that are set already, with the same seed, go on counting. */
      isGoingOn: z.boolean().default(false),
    }),
    output: Faults,
  }),
  clearFaults: endpoint({
    ...common,
    tag: '故障',
    method: 'DELETE',
    path: '/__mock/faults',
    summary: '撤下所有故障规则',
    output: Faults,
  }),
};
