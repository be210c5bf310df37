import { expect, test } from 'vitest';
import { painterOf } from '../trace/paint.ts';
import type { BuildingMaterial } from './building-mesh.ts';
import { materialOf, partWord, type SurfaceClue, surfaceOf } from './surfaces.ts';

function finish(
  name: string,
  clue: Partial<Omit<SurfaceClue, 'material'>> = {},
  material: Partial<BuildingMaterial> = {},
) {
  return surfaceOf({
    material: { name, colour: [0.5, 0.5, 0.5], opacity: 1, ...material },
    kind: '',
    part: '',
    isPitched: false,
    side: 'any',
    ...clue,
  }).finish;
}

test.each([
  ['Brick, Common', 'brick'],
  ['[Brick_Rough_Tan]', 'brick'],
  ['清水砖墙', 'brick'],
  ['Mauerwerk - Klinker', 'brick'],
  ['Roofing_Shingles_Asphalt', 'roofTile'],
  ['Dachziegel rot', 'roofTile'],
  ['青瓦', 'roofTile'],
  ['Stehfalz Zink', 'roofMetal'],
  ['铝镁锰金属屋面', 'roofMetal'],
  ['Concrete - Cast In Situ', 'concrete'],
  ['Stahlbeton 65690', 'concrete'],
  ['清水混凝土', 'concrete'],
  ['Translucent_Glass_Blue', 'glass'],
  ['玻璃幕墙', 'glass'],
  ['Verglasung', 'glass'],
  ['Water_Pool', 'water'],
  ['泳池', 'water'],
  ['Wood_Cherry_Original', 'wood'],
  ['胡桃木饰面', 'wood'],
  ['Holz - Eiche', 'wood'],
  ['实木地板', 'woodFloor'],
  ['Parkett', 'woodFloor'],
  ['Metal_Corrogated_Shiny', 'metal'],
  ['不锈钢', 'metal'],
  ['Stein - Granit', 'stone'],
  ['洞石', 'stone'],
  ['Carrara Marble', 'marble'],
  ['Vegetation_Grass1', 'lawn'],
  ['Gelaende', 'lawn'],
  ['草地', 'lawn'],
  ['Asphalt_New', 'asphalt'],
  ['Kies', 'gravel'],
  ['Carpet_Berber_Pattern', 'carpet'],
  ['Fliesen weiss', 'tile'],
  ['瓷砖 600x600', 'tile'],
  ['Textile - White', 'fabric'],
  ['Innenputz', 'plaster'],
  ['白色乳胶漆', 'plaster'],
  ['Gypsum Wall Board', 'plaster'],
  ['树叶', 'leaves'],
  ['Leder braun', 'leather'],
])('%s is %s', (name, expected) => {
  expect(finish(name)).toBe(expected);
});

test('stud, air and insulation of a wall are never what is seen', () => {
  expect(finish('Metal - Stud Layer + Misc. Air Layers - Air Space + Plasterboard', { kind: 'IfcWall' })).toBe(
    'plaster',
  );
  expect(finish('轻钢龙骨 + 岩棉保温 + 石膏板', { kind: 'IfcWall' })).toBe('plaster');
});

test('a wall shows its first layer outside and its last one inside', () => {
  const name = 'Masonry - Brick+Misc. Air Layers - Air Space+Masonry - Concrete Block+Metal - Stud Layer+Plasterboard';
  expect(finish(name, { kind: 'IfcWall', side: 'outer' })).toBe('brick');
  expect(finish(name, { kind: 'IfcWall', side: 'inner' })).toBe('plaster');
});

test('names that programs give by themselves tell nothing: the class, or the name of the part, decides', () => {
  for (const name of ['', 'Material.001', 'Solid 397409098', 'Color_A01', '默认', 'default'])
    expect(finish(name, { kind: 'IfcSite' }), name).toBe('lawn');
  expect(finish('Material.003', { part: partWord('Tree_broad_04') })).toBe('leaves');
  expect(finish('Material.003', { part: partWord('Mesh 12') })).toBe('paint');
});

test('what light passes is glass whatever it is called', () => {
  expect(finish('OG-Fenster-2', { kind: 'IfcWindow' }, { opacity: 0.12 })).toBe('glass');
});

test('a pure green of a drawing is no colour of a roof; a brown of its own stays', () => {
  const green = surfaceOf({
    material: { name: 'Basic Roof', colour: [0, 0.21, 0], opacity: 1 },
    kind: 'IfcRoof',
    part: '',
    isPitched: true,
    side: 'outer',
  });
  expect(green.finish).toBe('roofTile');
  expect(green.colour[1]).toBeLessThan(green.colour[0]);
  const brown = surfaceOf({
    material: { name: 'Putz', colour: [0.42, 0.3, 0.2], opacity: 1 },
    kind: 'IfcWall',
    part: '',
    isPitched: false,
    side: 'outer',
  });
  expect(brown.colour[0]).toBeGreaterThan(brown.colour[2] * 1.4);
});

test('glass is clear in the blue of programs, and coloured where its hue is another or its name says so', () => {
  const colourOf = (name: string, colour: BuildingMaterial['colour']) => {
    const material = { name, colour, opacity: 0.4 };
    const out = { r: 0, g: 0, b: 0 };
    const { paint } = materialOf({ finish: 'glass', colour: [1, 1, 1] }, material);
    painterOf(paint)({ x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 1, seed: -1 }, out);
    return [out.r, out.g, out.b].map((value) => Math.round(value * 100));
  };
  const clear = colourOf('Glass', [0.9, 0.9, 0.9]);
  expect(colourOf('Glass', [0.05, 0.4, 0.6])).toEqual(clear);
  expect(colourOf('Glass', [0.8, 0.1, 0.05])).toEqual([92, 12, 6]);
  expect(colourOf('彩色玻璃', [0.05, 0.2, 0.8])).toEqual([6, 23, 92]);
});
