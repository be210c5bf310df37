import { alongX, box, cylinder, type Part, prism, type SampleBuilding, type Solid, wallWith } from './solid.ts';

/**
 * A villa of two storeys: a long ground floor in brick, an upper floor in wood that overhangs the terrace to the south,
 * bands of windows, a flat roof with eaves, stairs, railings, a pool and a site.
 */

const ground = 0.45;
const upper = 3.75;
const eaves = 6.85;
const thickness = 0.3;

const outside = {
  thickness,
  foot: ground,
  height: 3.0,
  material: 'brick',
  storey: 0,
  layers: ['brick', 'insulation', 'plaster'],
} as const;
const above = {
  thickness,
  foot: upper,
  height: 2.9,
  material: 'wood',
  storey: 1,
  layers: ['wood', 'insulation', 'plaster'],
} as const;

export const villa: SampleBuilding = {
  name: '样例别墅',
  north: 15,
  position: { latitude: 30.25, longitude: 120.17 },
  materials: {
    brick: { name: '灰色面砖', colour: [0.55, 0.53, 0.5] },
    insulation: { name: '保温层', colour: [0.9, 0.85, 0.5] },
    plaster: { name: '白色涂料', colour: [0.93, 0.92, 0.89] },
    wood: { name: '柚木格栅', colour: [0.58, 0.38, 0.22] },
    concrete: { name: '清水混凝土', colour: [0.68, 0.68, 0.66] },
    stone: { name: '浅色石材', colour: [0.78, 0.74, 0.67] },
    roof: { name: '深灰屋面', colour: [0.3, 0.31, 0.33] },
    glass: { name: '玻璃', colour: [0.75, 0.85, 0.88], opacity: 0.15, roughness: 0.02 },
    frame: { name: '深色铝合金', colour: [0.16, 0.16, 0.17], roughness: 0.4, metalness: 1 },
    door: { name: '胡桃木门', colour: [0.36, 0.23, 0.15] },
    steel: { name: '不锈钢', colour: [0.75, 0.75, 0.76], roughness: 0.25, metalness: 1 },
    water: { name: '水', colour: [0.2, 0.45, 0.5], opacity: 0.5 },
    lawn: { name: '草坪', colour: [0.33, 0.5, 0.2] },
  },
  storeys: [
    { name: '一层', elevation: ground },
    { name: '二层', elevation: upper },
    { name: '屋面', elevation: eaves },
  ],
  rooms: [
    { name: '客厅', storey: 0, area: 58.9, solid: box([0.3, 0.3, ground], [9.8, 6.5, ground + 2.9], 'plaster') },
    { name: '厨房', storey: 0, area: 26.0, solid: box([10, 0.3, ground], [14.2, 6.5, ground + 2.9], 'plaster') },
    { name: '主卧', storey: 1, area: 31.0, solid: box([2.3, -1.7, upper], [7.3, 4.5, upper + 2.8], 'plaster') },
  ],
  parts: [...site(), ...groundFloor(), ...upperFloor(), ...roof(), ...stairs(), ...railings()],
};

function site(): Part[] {
  const pool = [box([2, -11.5, -0.3], [10, -8, -0.05], 'water')];
  const rim: Solid[] = [
    box([1.6, -11.9, -0.4], [2, -7.6, 0.05], 'stone'),
    box([10, -11.9, -0.4], [10.4, -7.6, 0.05], 'stone'),
    box([2, -11.9, -0.4], [10, -11.5, 0.05], 'stone'),
    box([2, -8, -0.4], [10, -7.6, 0.05], 'stone'),
  ];
  const lawn = [
    box([-14, -18, -0.4], [28, -11.9, 0], 'lawn'),
    box([-14, -7.6, -0.4], [28, 16, 0], 'lawn'),
    box([-14, -11.9, -0.4], [1.6, -7.6, 0], 'lawn'),
    box([10.4, -11.9, -0.4], [28, -7.6, 0], 'lawn'),
  ];
  return [
    { name: '场地', kind: 'IfcGeographicElement', solids: [...lawn, ...rim, ...pool] },
    {
      name: '入口步道',
      kind: 'IfcGeographicElement',
      solids: Array.from({ length: 7 }, (_, i) => box([11.2, 7.4 + i * 1.1, 0], [13, 8.3 + i * 1.1, 0.06], 'stone')),
    },
  ];
}

function groundFloor(): Part[] {
  return [
    { name: '首层楼板', kind: 'IfcSlab', storey: 0, solids: [box([0, 0, 0], [14.5, 7, ground], 'concrete')] },
    { name: '露台', kind: 'IfcSlab', storey: 0, solids: [box([0, -4.2, 0], [14.5, 0, ground - 0.03], 'stone')] },
    ...wallWith({
      ...outside,
      name: '南墙',
      start: [0, 0],
      length: 14.5,
      axis: 'x',
      openings: [
        { from: 0.8, to: 9.2, sill: 0, head: 2.7, kind: 'window', panes: 5 },
        { from: 10.4, to: 13.8, sill: 0.9, head: 2.7, kind: 'window', panes: 3 },
      ],
    }),
    ...wallWith({
      ...outside,
      name: '北墙',
      start: [0, 6.7],
      length: 14.5,
      axis: 'x',
      openings: [
        { from: 1, to: 8, sill: 1.7, head: 2.5, kind: 'window', panes: 6 },
        { from: 11.5, to: 12.7, sill: 0, head: 2.4, kind: 'door' },
      ],
    }),
    ...wallWith({ ...outside, name: '西墙', start: [0, 0.3], length: 6.4, axis: 'y' }),
    ...wallWith({
      ...outside,
      name: '东墙',
      start: [14.2, 0.3],
      length: 6.4,
      axis: 'y',
      openings: [{ from: 1.2, to: 5.2, sill: 0.9, head: 2.5, kind: 'window', panes: 4 }],
    }),
    ...wallWith({
      ...outside,
      layers: [],
      name: '内墙',
      material: 'plaster',
      start: [9.8, 0.3],
      length: 6.4,
      axis: 'y',
      thickness: 0.2,
    }),
    {
      name: '立柱',
      kind: 'IfcColumn',
      storey: 0,
      solids: [2.4, 6.2, 10].map((x) => cylinder([x, -2, ground - 0.03], 0.09, upper - ground - 0.27, 'steel')),
    },
  ];
}

function upperFloor(): Part[] {
  const lamellae = Array.from({ length: 18 }, (_, i) =>
    box([8.4 + i * 0.2, -2.16, upper], [8.46 + i * 0.2, -2.04, upper + 2.9], 'wood'),
  );
  return [
    {
      name: '二层楼板',
      kind: 'IfcSlab',
      storey: 1,
      solids: [
        box([0, -0.6, upper - 0.3], [14.5, 7, upper], 'concrete'),
        box([1.6, -2.4, upper - 0.3], [12.4, -0.6, upper], 'concrete'),
      ],
    },
    ...wallWith({
      ...above,
      name: '二层南墙',
      start: [2, -2],
      length: 10,
      axis: 'x',
      openings: [{ from: 0.5, to: 6, sill: 0.1, head: 2.6, kind: 'window', panes: 4 }],
    }),
    ...wallWith({
      ...above,
      name: '二层北墙',
      start: [2, 4.7],
      length: 10,
      axis: 'x',
      openings: [{ from: 1, to: 9, sill: 1, head: 2, kind: 'window', panes: 6 }],
    }),
    ...wallWith({
      ...above,
      name: '二层西墙',
      start: [2, -1.7],
      length: 6.4,
      axis: 'y',
      openings: [{ from: 3.4, to: 5.4, sill: 0, head: 2.3, kind: 'window', panes: 2 }],
    }),
    ...wallWith({ ...above, name: '二层东墙', start: [11.7, -1.7], length: 6.4, axis: 'y' }),
    { name: '木格栅', kind: 'IfcMember', storey: 1, solids: lamellae },
  ];
}

function roof(): Part[] {
  return [
    {
      name: '屋面板',
      kind: 'IfcRoof',
      storey: 2,
      solids: [
        alongX(
          [
            [-3.2, eaves - 0.2],
            [5.9, eaves - 0.2],
            [5.9, eaves + 0.1],
            [-3.1, eaves + 0.02],
          ],
          [1, 13],
          'roof',
        ),
      ],
    },
    {
      name: '女儿墙',
      kind: 'IfcWall',
      storey: 1,
      solids: [
        box([0, 6.8, upper], [14.5, 7, upper + 0.35], 'brick'),
        box([14.3, -0.6, upper], [14.5, 6.8, upper + 0.35], 'brick'),
      ],
    },
    {
      name: '烟囱',
      kind: 'IfcChimney',
      storey: 2,
      solids: [box([9.6, 2.6, eaves], [10.5, 3.4, eaves + 1.2], 'brick')],
    },
  ];
}

function stairs(): Part[] {
  const steps = (count: number, make: (i: number) => Solid) => Array.from({ length: count }, (_, i) => make(i));
  return [
    {
      name: '露台台阶',
      kind: 'IfcStair',
      storey: 0,
      solids: steps(3, (i) =>
        box([5, -4.2 - 0.35 * (3 - i), 0], [9.4, -4.2 - 0.35 * (2 - i), 0.14 * (i + 1)], 'stone'),
      ),
    },
    {
      name: '楼梯',
      kind: 'IfcStairFlight',
      storey: 0,
      solids: steps(19, (i) =>
        box([3 + i * 0.27, 5.4, ground + i * 0.17], [3.3 + i * 0.27, 6.4, ground + i * 0.17 + 0.06], 'wood'),
      ),
    },
    {
      name: '入口雨篷',
      kind: 'IfcSlab',
      storey: 0,
      solids: [
        prism(
          [
            [10.8, 7],
            [13.4, 7],
            [13.4, 8.6],
            [10.8, 8.2],
          ],
          [3.0, 3.16],
          'concrete',
        ),
      ],
    },
  ];
}

function railings(): Part[] {
  const posts = Array.from({ length: 11 }, (_, i) =>
    cylinder([12.6 + (i % 2) * 1.6, -0.5 + Math.floor(i / 2) * 1.4, upper], 0.02, 1.05, 'steel'),
  );
  return [
    {
      name: '露台栏板',
      kind: 'IfcRailing',
      storey: 0,
      solids: [
        box([0.1, -4.12, ground], [4.8, -4.1, ground + 1], 'glass'),
        box([9.6, -4.12, ground], [14.4, -4.1, ground + 1], 'glass'),
        box([0.05, -4.15, ground + 1], [4.85, -4.07, ground + 1.05], 'steel'),
        box([9.55, -4.15, ground + 1], [14.45, -4.07, ground + 1.05], 'steel'),
      ],
    },
    {
      name: '屋顶平台栏杆',
      kind: 'IfcRailing',
      storey: 1,
      solids: [...posts, box([14.14, -0.55, upper + 1.05], [14.22, 6.55, upper + 1.1], 'steel')],
    },
  ];
}
