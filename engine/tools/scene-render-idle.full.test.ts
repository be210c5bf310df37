import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultsOf } from '#shared/tools/define-tool';
import { toolById } from '#shared/tools/registry';
import { drawing, putDrawing, renderScene, sceneBases } from '../../tests/support/scene-bases.ts';
import type { JobPicture } from '../base/job.ts';
import { engineTools } from './index.ts';
import { checkSuitability, idleChoicesOf } from './suitability.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'idle-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const pictures = await sceneBases(folder);
type BaseName = keyof typeof pictures;

const render = (id: string, base: BaseName, given: Record<string, unknown>) =>
  renderScene({ id, base, given }, pictures, folder);

/** Every choice of the advanced and plain fields moved to its last value: the most that can be asked for. */
function mostAsked(id: string): Record<string, unknown> {
  const { fields } = toolById(id)!;
  const asked = ['people', 'crowd', 'vehicles', 'plants', 'greenery', 'vegetation', 'waterFeature', 'hardscape'].concat(
    ['lights', 'roads', 'greenSpace', 'water', 'ground', 'lighting', 'floor'],
  );
  return Object.fromEntries(
    asked.flatMap((name) => (name in fields ? [[name, fields[name]!.options!.at(-1)!.value]] : [])),
  );
}

const runs = Object.keys(engineTools)
  .filter((id) => engineTools[id]!.foresight)
  .flatMap((id) => {
    const views = id === 'architecturalRender' ? ['eye', 'aerial'] : ['auto'];
    return views.flatMap((seen) => (Object.keys(pictures) as BaseName[]).map((base) => ({ id, base, seen })));
  });

describe('a choice that is foreseen to do nothing', () => {
  it.each(runs)(
    '$id of a $base seen $seen: it changes no pixel, and the result names it',
    async ({ id, base, seen }) => {
      const fixed = {
        ...(id === 'architecturalRender' && { view: seen }),
        ...('atmosphere' in toolById(id)!.fields && { atmosphere: 'sunny' }),
      };
      const asked = { ...mostAsked(id), ...fixed };
      const look = await checkSuitability(id, pictures[base], {});
      const { upload_img: _onlyLit, ...idle } = idleChoicesOf(id, asked, look);
      if (Object.keys(idle).length === 0) return;
      const whole = await render(id, base, asked);
      const { fields } = toolById(id)!;
      for (const name of Object.keys(idle)) expect(whole.facts?.note).toContain(fields[name]!.label);
      // Plants of a photograph are coloured anew by the choice, as its sentence says.
      const without = Object.keys(idle).filter((name) => name !== 'vegetation');
      const usual = defaultsOf(toolById(id)!);
      const neutral = Object.fromEntries(without.map((name) => [name, usual[name]]));
      const other = await render(id, base, { ...asked, ...neutral });
      expect(Buffer.compare(whole.bytes, other.bytes)).toBe(0);
    },
  );

  it('is told of people in photographs and from above, and of wild plants; not of a model, nor of the usual choices', async () => {
    const ahead = async (id: string, base: BaseName, given: Record<string, unknown>) =>
      Object.keys(idleChoicesOf(id, given, await checkSuitability(id, pictures[base], {})));
    expect(await ahead('architecturalRender', 'photograph', { people: 'many', vehicles: 'none' })).toEqual(['people']);
    expect(await ahead('architecturalRender', 'model', { people: 'many' })).toEqual([]);
    expect(await ahead('architecturalRender', 'view', { people: 'many', ground: 'wet' })).toEqual(['ground']);
    expect(await ahead('landscapeRender', 'photograph', { vegetation: 'lush', hardscape: 'moderate' })).toEqual([
      'vegetation',
    ]);
    expect(await ahead('birdsViewRender', 'model', { roads: 'high' })).toEqual([]);
    expect(await ahead('birdsViewRender', 'photograph', { roads: 'high', greenSpace: 'high' })).toEqual(['roads']);
    expect(Object.keys(idleChoicesOf('architecturalRender', { people: 'few', view: 'aerial' }, undefined))).toEqual([
      'people',
    ]);
  });
});

const room = (things: string) =>
  drawing(`<rect width="400" height="280" fill="#e2e0dc"/><path d="M0 280L90 190H310L400 280Z" fill="#b9b4ac"/>
   <path d="M0 0L90 50H310L400 0Z" fill="#f1f0ee"/>${things}`);
const furniture = Array.from(
  { length: 60 },
  (_, i) =>
    `<rect x="${20 + (i % 10) * 37}" y="${70 + Math.floor(i / 10) * 33}" width="26" height="22" fill="${['#a5532c', '#2c5aa5', '#3c7a34', '#d1a32a'][i % 4]}"/>`,
).join('');

it('a furnished photograph of a room is foreseen to be only lit, and so is a finished one that stands empty; a bare room, a drawing and a street are not', async () => {
  const furnished = await putDrawing(folder, { name: 'furnished', svg: room(furniture), grain: 9 });
  const bare = await putDrawing(folder, { name: 'bare', svg: room(''), grain: 3 });
  const oak = await putDrawing(folder, {
    name: 'oak',
    svg: room('<path d="M0 280L90 190H310L400 280Z" fill="#a9713c"/>'),
    grain: 4,
  });
  const told = async (id: string, base: JobPicture) =>
    idleChoicesOf(id, {}, await checkSuitability(id, base, {})).upload_img;
  expect(await told('indoorRender', furnished)).toMatch(/室内照片.*只调整光影/);
  expect(await told('gongzhuangRender', furnished)).toMatch(/室内照片.*只调整光影/);
  expect(await told('indoorRender', oak)).not.toContain('家具');
  expect(await told('indoorRender', bare)).toBeUndefined();
  expect(await told('indoorRender', pictures.lines)).toBeUndefined();
  expect(await told('architecturalRender', pictures.photograph)).toBeUndefined();
});

describe('the words that a result calls used', () => {
  it('are those that changed it: dusk in a photograph and not concrete walls, both in a model', async () => {
    const promptTxt = '清水混凝土外墙，黄昏';
    const [photo, model] = await Promise.all([
      render('architecturalRender', 'photograph', { promptTxt }),
      render('architecturalRender', 'model', { promptTxt }),
    ]);
    expect(photo.words?.used.join()).toContain('黄昏');
    expect(photo.words?.ignored.join()).toContain('清水混凝土');
    expect(photo.facts?.note).toContain('没有换成这种材质');
    expect(model.words?.used.join()).toMatch(/清水混凝土.*黄昏/);
    for (const [base, words] of [
      ['photograph', '清水混凝土外墙'],
      ['model', '清水混凝土外墙'],
      ['model', '黄昏'],
    ] as const) {
      const part = await render('architecturalRender', base, { promptTxt: words });
      const whole = base === 'model' ? model : photo;
      expect(Buffer.compare(part.bytes, whole.bytes)).not.toBe(0);
    }
  });
});
