import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import type { Field } from '#shared/tools/field-kind';
import { toolById } from '#shared/tools/registry';
import { renderScene, sceneBases } from '../../tests/support/scene-bases.ts';
import { engineTools } from './index.ts';
import { checkSuitability, idleChoicesOf } from './suitability.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'choices-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const pictures = await sceneBases(folder);
type BaseName = keyof typeof pictures;

/** Fields that are no wish for the picture's content. */
const apart = new Set(['num', 'quality', 'ratio', 'seed', 'engine', 'pub', 'leastScore', 'component', 'isPastedBack']);
/** Switches that mean something beside another field only. */
const beside = new Set(['ipaPlus', 'ignoreWordAndImage']);
/**
 * Choices whose effect depends on what a run finds: open drawings are washed, ground may be too small, what shows no sky,
 * no plants or no fine detail has nothing of them to change.
 */
const knownAfter: Readonly<Record<string, readonly BaseName[]>> = {
  cnStrength: ['lines', 'sketch'],
  lock: ['lines'],
  hardscape: ['view', 'sketch', 'model'],
  greenSpace: ['photograph'],
  environment: ['photograph', 'model'],
  ground: ['lines'],
};

/** The choice of a field that asks for the most; undefined where it has none. */
function mostOf({ editor, options, default: usual, max, min }: Field): unknown {
  if (options && (editor === 'chips' || editor === 'segmented')) return options.at(-1)!.value;
  if (editor === 'switch') return !usual;
  if (editor === 'slider') return usual === max ? min : max;
  return undefined;
}

const cases = Object.keys(engineTools)
  .filter((id) => engineTools[id]!.foresight && id !== 'architecturalPart')
  .flatMap((id) => (Object.keys(pictures) as BaseName[]).map((base) => ({ id, base })));

it.each(cases)('every choice of $id changes a $base, or the form says that it will not', async ({ id, base }) => {
  const form = toolById(id)!;
  const plain = await renderScene({ id, base, given: {} }, pictures, folder);
  const look = await checkSuitability(id, pictures[base], {});
  const silent: string[] = [];
  for (const [name, field] of Object.entries(form.fields)) {
    const value = apart.has(name) || beside.has(name) ? undefined : mostOf(field);
    if (value === undefined || value === field.default) continue;
    const changed = await renderScene({ id, base, given: { [name]: value } }, pictures, folder);
    const isSame = Buffer.compare(plain.bytes, changed.bytes) === 0;
    const isTold = name in idleChoicesOf(id, { ...defaultsOf(form), [name]: value }, look);
    if (isSame && !isTold && !knownAfter[name]?.includes(base)) silent.push(`${name} ${value}`);
  }
  expect(silent).toEqual([]);
});

it('a drawing that was filled, and one that was washed, name the choices that they did not follow', async () => {
  const noteOf = async (id: string, given: Record<string, unknown>) =>
    (await renderScene({ id, base: 'lines', given }, pictures, folder)).facts?.note;
  expect(await noteOf('architecturalRender', { ground: 'wet' })).toContain('地面干湿');
  expect(await noteOf('indoorRender', { lock: true })).toContain('锁定主体结构');
});
