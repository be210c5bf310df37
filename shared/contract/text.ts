import { z } from 'zod';
import { def, shapeOf, unwrap } from './coerce.ts';
import { isSecret } from './secret.ts';

const manyLineTexts = new WeakSet<z.ZodType>();

/** Marks a text in which people write several lines. Every other text of the contract is one line. */
export function manyLines<S extends z.ZodType>(text: S): S {
  manyLineTexts.add(text);
  return text;
}

/** Why something is done; staff write it and others read it. */
export const Reason = manyLines(z.string().trim().min(2, '请写明理由').max(200, '理由最多200字'));

/** A fault at a path of an input, as an issue of Zod. */
type Issue = z.core.$ZodIssueCustom;

/** Levels of lists and objects that are looked into; nothing in the product is that deep. */
const deepest = 40;
/** Control characters but the tab, and what some programs take for the end of a line. */
const notInOneLine = /[^\P{Cc}\t]|[\u2028\u2029]/u;
const notInText = /[^\P{Cc}\t\n\r]/u;

/** Message for a text that is not well-formed UTF-16: it contains a lone surrogate, e.g. after truncation. */
export const notWellFormed = '含有不完整的字符，请删除后重新输入';

/** Bidirectional marks and controls (Unicode), which can make a name look like a different one. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export const withoutDirection = (text: string): string => text.replace(direction, '');

/** A text without a visible character: zero-width, format and filler characters, alone or among blanks. */
const invisible = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** The text without bidirectional controls; empty where nothing of it can be seen. Blanks alone stay blanks. */
function visibleText(text: string): string {
  const plain = withoutDirection(text);
  return invisible.test(plain) && plain.trim() !== '' ? '' : plain;
}

/**
 * Parses the input of an endpoint: removes bidirectional controls from all texts except secrets, empties texts that show nothing, runs the schema, then
 * reports {@link textIssues}. Returns `data` or `issues`.
 */
export function readInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { data: z.output<S>; issues?: undefined } | { data?: undefined; issues: readonly z.core.$ZodIssue[] } {
  const read = schema.safeParse(cleaned(schema, input), { reportInput: true });
  if (!read.success) return { issues: read.error.issues };
  const issues = textIssues(schema, read.data);
  return issues.length > 0 ? { issues } : { data: read.data };
}

function cleaned(schema: z.ZodType | undefined, value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return schema && isSecret(schema) ? value : visibleText(value);
  if (typeof value !== 'object' || value === null || depth >= deepest) return value;
  if (Array.isArray(value)) return value.map((item) => cleaned(partOf(schema, value, '0'), item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value;
  const parts = Object.entries(value).map(([name, item]) => [
    name,
    cleaned(partOf(schema, value, name), item, depth + 1),
  ]);
  return Object.fromEntries(parts);
}

/**
 * Returns an issue for every text with a lone surrogate, a control character, or a line break where the schema is not
 * marked with {@link manyLines}. Texts that the schema does not describe (parameters of tools) may have line breaks.
 * @param input the output of the schema, i.e. already trimmed
 */
export function textIssues(schema: z.ZodType, input: unknown): Issue[] {
  const found: Issue[] = [];
  look(schema, input, [], found);
  return found;
}

function look(schema: z.ZodType | undefined, value: unknown, path: string[], found: Issue[]): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) found.push(issue(path, notWellFormed));
    const isOneLine = schema !== undefined && !isManyLines(schema);
    if ((isOneLine ? notInOneLine : notInText).test(value))
      found.push(issue(path, isOneLine ? '不能包含换行或控制字符' : '不能包含控制字符'));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= deepest) {
    found.push(issue(path, '内容的层次太多'));
    return;
  }
  for (const [name, item] of Object.entries(value)) look(partOf(schema, value, name), item, [...path, name], found);
}

function issue(path: string[], message: string): Issue {
  return { code: 'custom', path, message, input: undefined };
}

function isManyLines(schema: z.ZodType): boolean {
  if (manyLineTexts.has(schema)) return true;
  const { innerType, in: input, options } = def(schema);
  return [innerType, input, ...(options ?? [])].some((part) => part !== undefined && isManyLines(part));
}

/** Schema of a part of a list or an object; undefined when there is none. */
function partOf(schema: z.ZodType | undefined, value: object, name: string): z.ZodType | undefined {
  if (!schema) return undefined;
  const inner = unwrap(schema);
  const { type, element, options } = def(inner);
  if (type === 'union') return options?.map((option) => partOf(option, value, name)).find((part) => part !== undefined);
  if (Array.isArray(value)) return type === 'array' ? element : undefined;
  const shape = shapeOf(inner);
  return shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
}
