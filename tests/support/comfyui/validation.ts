import { traceback } from './faults.ts';
import {
  choicesOf,
  type Graph,
  type Holdings,
  type InputSpec,
  type NodeClass,
  type NodeClasses,
} from './node-class.ts';

interface Problem {
  type: string;
  message: string;
  details: string;
  extra_info: Record<string, unknown>;
}

export interface NodeProblems {
  errors: Problem[];
  dependent_outputs: string[];
  class_type: string;
}

export interface Verdict {
  /** Reason why nothing runs; undefined when at least one output is sound. */
  error?: Problem;
  nodeErrors: Record<string, NodeProblems>;
  /** Output nodes that run. */
  outputs: string[];
}

/** An exception of Python while an input is looked at. */
class ValidationError extends Error {
  readonly type: string;
  constructor(message: string, type: string) {
    super(message);
    this.type = type;
  }
}

const problem = (type: string, message: string, details = '', extra_info = {}): Problem => ({
  type,
  message,
  details,
  extra_info,
});

export const isLink = (value: unknown): value is [string, number] => Array.isArray(value);

const has = (thing: object, key: string) => Object.hasOwn(thing, key);

/**
 * The verdict of the real validator: problems of the graph as a whole, then of every node that an output depends on.
 * Inputs of a node that is linked badly are looked at too; those of nodes that no output needs are not.
 */
export function validate(graph: Graph, classes: NodeClasses, holdings: Holdings, targets?: readonly string[]): Verdict {
  const outputs: string[] = [];
  for (const [id, { class_type }] of Object.entries(graph)) {
    const refusal = class_type === undefined ? 'a node is missing the class_type property.' : undefined;
    const missing =
      class_type !== undefined && !has(classes, class_type) ? `node ${class_type} does not exist.` : undefined;
    if (refusal ?? missing)
      return failed(problem('invalid_prompt', `Cannot execute because ${refusal ?? missing}`, `Node ID '#${id}'`));
    if (classes[class_type!]?.isOutput && (!targets || targets.includes(id))) outputs.push(id);
  }
  if (outputs.length === 0) return failed(problem('prompt_no_outputs', 'Prompt has no outputs'));
  return judge(graph, outputs, createInspector(graph, classes, holdings));
}

const failed = (error: Problem, nodeErrors: Verdict['nodeErrors'] = {}): Verdict => ({
  error,
  nodeErrors,
  outputs: [],
});

type Inspector = ReturnType<typeof createInspector>;

function judge(graph: Graph, outputs: readonly string[], { inspect, found }: Inspector): Verdict {
  const nodeErrors: Verdict['nodeErrors'] = {};
  const sound: string[] = [];
  const sentences: string[] = [];
  for (const output of outputs) {
    try {
      if (inspect(output)) {
        sound.push(output);
        continue;
      }
    } catch (error) {
      const { type, message } = asValidationError(error);
      const extra = { exception_type: type, traceback: traceback('validate_inputs') };
      const reason = problem('exception_during_validation', 'Exception when validating node', message, extra);
      found.set(output, { isSound: false, reasons: [reason] });
    }
    sentences.push(...found.get(output)!.reasons.map(({ message, details }) => `${message}: ${details}`));
    for (const [id, { isSound, reasons }] of found) {
      if (isSound || reasons.length === 0) continue;
      nodeErrors[id] ??= { errors: reasons, dependent_outputs: [], class_type: graph[id]!.class_type! };
      nodeErrors[id].dependent_outputs.push(output);
    }
  }
  if (sound.length > 0) return { nodeErrors, outputs: sound };
  const message = 'Prompt outputs failed validation';
  return failed(problem('prompt_outputs_failed_validation', message, sentences.join('\n')), nodeErrors);
}

function asValidationError(error: unknown): ValidationError {
  if (error instanceof ValidationError) return error;
  throw error;
}

function createInspector(graph: Graph, classes: NodeClasses, holdings: Holdings) {
  const found = new Map<string, { isSound: boolean; reasons: Problem[] }>();
  const open = new Set<string>();

  const keyError = (key: string) => new ValidationError(`'${key}'`, 'KeyError');

  /** True when the node and all that it depends on are sound. Throws for links that lead nowhere. */
  function inspect(id: string): boolean {
    const earlier = found.get(id);
    if (earlier) return earlier.isSound;
    if (open.has(id)) throw new ValidationError('maximum recursion depth exceeded', 'RecursionError');
    open.add(id);
    const inputs = graph[id]!.inputs;
    if (!inputs) throw keyError('inputs');
    const node = classes[graph[id]!.class_type!]!;
    const reasons: Problem[] = [];
    let isSound = true;
    for (const [name, spec] of Object.entries({ ...node.required, ...node.optional })) {
      const result = inputProblem({ node, inputs, name, spec });
      if (typeof result === 'object') reasons.push(result);
      if (result === 'unsound') isSound = false;
    }
    for (const [name, sentenceFor] of Object.entries(node.judges ?? {})) {
      const sentence = has(inputs, name) && !isLink(inputs[name]) ? sentenceFor(inputs[name], holdings) : undefined;
      const message = 'Custom validation failed for node';
      if (sentence)
        reasons.push(problem('custom_validation_failed', message, `${name} - ${sentence}`, { input_name: name }));
    }
    open.delete(id);
    found.set(id, { isSound: isSound && reasons.length === 0, reasons });
    return isSound && reasons.length === 0;
  }

  interface Input {
    node: NodeClass;
    inputs: Record<string, unknown>;
    name: string;
    spec: InputSpec;
  }

  function inputProblem({ node, inputs, name, spec }: Input): Problem | 'unsound' | undefined {
    const input_config = shownConfig(node, spec, holdings);
    if (!has(inputs, name))
      return name in (node.required ?? {})
        ? problem('required_input_missing', 'Required input is missing', name, { input_name: name })
        : undefined;
    const value = inputs[name];
    if (isLink(value)) return linkProblem({ name, spec, input_config, value });
    const read = readConstant(value, spec[0]);
    if ('message' in read) {
      const type = String(spec[0]);
      const extra = { input_name: name, input_config, received_value: value, exception_message: read.message };
      return problem(
        'invalid_input_type',
        `Failed to convert an input value to a ${type} value`,
        `${name}, ${shownConstant(value)}, ${read.message}`,
        extra,
      );
    }
    inputs[name] = read.value;
    return name in (node.judges ?? {}) ? undefined : boundProblem({ name, spec, input_config, value: read.value });
  }

  interface Seen {
    name: string;
    spec: InputSpec;
    input_config: unknown[];
    value: unknown;
  }

  function linkProblem({ name, spec, input_config, value }: Seen): Problem | 'unsound' | undefined {
    const link = value as [string, number];
    if (link.length !== 2) {
      const message = 'Bad linked input, must be a length-2 list of [node_id, slot_index]';
      return problem('bad_linked_input', message, name, { input_name: name, input_config, received_value: value });
    }
    const [from, slot] = link;
    if (!has(graph, from)) throw keyError(from);
    const received = classes[graph[from]!.class_type!]!.output[slot];
    if (received === undefined) throw new ValidationError('tuple index out of range', 'IndexError');
    if (received !== spec[0]) {
      const wanted = typeof spec[0] === 'string' ? spec[0] : shownList(choicesOf(spec[0], holdings));
      const details = `${name}, received_type(${received}) mismatch input_type(${wanted})`;
      const extra = { input_name: name, input_config, received_type: received, linked_node: value };
      return problem('return_type_mismatch', 'Return type mismatch between linked nodes', details, extra);
    }
    try {
      return inspect(from) ? undefined : 'unsound';
    } catch (error) {
      const { type, message } = asValidationError(error);
      const extra = {
        input_name: name,
        input_config,
        exception_message: message,
        exception_type: type,
        traceback: traceback('validate_inputs'),
        linked_node: value,
      };
      const reason = problem(
        'exception_during_inner_validation',
        'Exception when validating inner node',
        message,
        extra,
      );
      found.set(from, { isSound: false, reasons: [reason] });
      return 'unsound';
    }
  }

  function boundProblem({ name, spec: [type, options = {}], input_config, value }: Seen): Problem | undefined {
    const extra = { input_name: name, input_config, received_value: value };
    const { min, max } = options as { min?: number; max?: number };
    if (min !== undefined && (value as number) < min)
      return problem('value_smaller_than_min', `Value ${value} smaller than min of ${min}`, name, extra);
    if (max !== undefined && (value as number) > max)
      return problem('value_bigger_than_max', `Value ${value} bigger than max of ${max}`, name, extra);
    if (typeof type === 'string') return undefined;
    const choices = choicesOf(type, holdings);
    if (choices.includes(value as string)) return undefined;
    const isLong = choices.length > 20;
    const list = isLong ? `(list of length ${choices.length})` : shownList(choices);
    return problem('value_not_in_list', 'Value not in list', `${name}: '${value}' not in ${list}`, {
      ...extra,
      input_config: isLong ? null : input_config,
    });
  }

  return { inspect, found };
}

/** Type and options, in refusals always both. */
function shownConfig({ isNewStyle }: NodeClass, [type, options = {}]: InputSpec, holdings: Holdings): unknown[] {
  if (typeof type === 'string') return [type, options];
  const choices = choicesOf(type, holdings);
  return isNewStyle ? ['COMBO', { multiselect: false, options: choices, ...options }] : [choices, options];
}

const shownList = (choices: readonly string[]) => `[${choices.map((choice) => `'${choice}'`).join(', ')}]`;

const shownConstant = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The constant as the type's constructor of Python reads it; `message` where it refuses. */
function readConstant(value: unknown, type: unknown): { value: unknown } | { message: string } {
  if (type === 'STRING') return { value: typeof value === 'string' ? value : shownConstant(value) };
  if (type === 'BOOLEAN') return { value: Boolean(value) };
  if (type !== 'INT' && type !== 'FLOAT') return { value };
  const text = typeof value === 'string' ? value.trim() : undefined;
  const number = typeof value === 'boolean' ? Number(value) : text === undefined ? value : Number(text);
  if (typeof value === 'object' || value === undefined)
    return {
      message: `${type.toLowerCase()}() argument must be a string, not '${value === null ? 'NoneType' : 'dict'}'`,
    };
  if (type === 'INT' && text !== undefined && !/^[+-]?\d+$/.test(text))
    return { message: `invalid literal for int() with base 10: '${value}'` };
  if (text === '' || Number.isNaN(number)) return { message: `could not convert string to float: '${value}'` };
  return { value: type === 'INT' ? Math.trunc(number as number) : number };
}
