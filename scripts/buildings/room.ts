import { box, cylinder, type Part, type SampleBuilding, wallWith } from './solid.ts';

/** A living room with a wide window and furniture. */

const height = 2.8;
const inside = { thickness: 0.2, foot: 0, height, material: 'plaster', storey: 0 } as const;

export const room: SampleBuilding = {
  name: '样例客厅',
  north: 0,
  position: { latitude: 31.23, longitude: 121.47 },
  materials: {
    plaster: { name: '白色乳胶漆', colour: [0.92, 0.91, 0.88] },
    floor: { name: '橡木地板', colour: [0.66, 0.5, 0.34] },
    ceiling: { name: '石膏板吊顶', colour: [0.95, 0.95, 0.94] },
    glass: { name: '玻璃', colour: [0.85, 0.9, 0.9], opacity: 0.12, roughness: 0.02 },
    frame: { name: '深色铝合金', colour: [0.18, 0.18, 0.18], roughness: 0.4, metalness: 1 },
    door: { name: '白橡木门', colour: [0.72, 0.6, 0.45] },
    fabric: { name: '米色布艺', colour: [0.76, 0.7, 0.6] },
    cushion: { name: '墨绿绒布', colour: [0.16, 0.28, 0.22] },
    walnut: { name: '胡桃木', colour: [0.38, 0.25, 0.16] },
    rug: { name: '羊毛地毯', colour: [0.82, 0.8, 0.76] },
    brass: { name: '黄铜', colour: [0.8, 0.62, 0.3], roughness: 0.3, metalness: 1 },
    marble: { name: '白色大理石', colour: [0.9, 0.9, 0.9] },
  },
  storeys: [{ name: '一层', elevation: 0 }],
  rooms: [{ name: '客厅', storey: 0, area: 27, solid: box([0, 0, 0], [6, 4.5, height], 'plaster') }],
  parts: [...shell(), ...furniture()],
};

function shell(): Part[] {
  return [
    { name: '地面', kind: 'IfcSlab', storey: 0, solids: [box([-0.2, -0.2, -0.2], [6.2, 4.7, 0], 'floor')] },
    {
      name: '吊顶',
      kind: 'IfcCovering',
      storey: 0,
      solids: [box([-0.2, -0.2, height], [6.2, 4.7, height + 0.15], 'ceiling')],
    },
    ...wallWith({
      ...inside,
      name: '窗墙',
      start: [-0.2, -0.2],
      length: 6.4,
      axis: 'x',
      openings: [{ from: 0.9, to: 5.5, sill: 0.1, head: 2.5, kind: 'window', panes: 4 }],
    }),
    ...wallWith({ ...inside, name: '沙发墙', start: [-0.2, 4.5], length: 6.4, axis: 'x' }),
    ...wallWith({ ...inside, name: '西墙', start: [-0.2, 0], length: 4.5, axis: 'y' }),
    ...wallWith({
      ...inside,
      name: '门墙',
      start: [6, 0],
      length: 4.5,
      axis: 'y',
      openings: [{ from: 3.2, to: 4.1, sill: 0, head: 2.1, kind: 'door' }],
    }),
  ];
}

function furniture(): Part[] {
  const kind = 'IfcFurniture';
  const legs = [
    [2.3, 2],
    [3.7, 2],
    [2.3, 2.6],
    [3.7, 2.6],
  ] as const;
  return [
    { name: '地毯', kind, storey: 0, solids: [box([1.4, 1.3, 0], [4.6, 3.6, 0.015], 'rug')] },
    {
      name: '沙发',
      kind,
      storey: 0,
      solids: [
        box([1.7, 3.45, 0.12], [4.3, 4.35, 0.42], 'fabric'),
        box([1.7, 4.15, 0.42], [4.3, 4.4, 0.82], 'fabric'),
        box([1.5, 3.45, 0.12], [1.7, 4.4, 0.62], 'fabric'),
        box([4.3, 3.45, 0.12], [4.5, 4.4, 0.62], 'fabric'),
        box([1.85, 3.95, 0.44], [2.35, 4.12, 0.82], 'cushion'),
        box([3.65, 3.95, 0.44], [4.15, 4.12, 0.82], 'cushion'),
      ],
    },
    {
      name: '茶几',
      kind,
      storey: 0,
      solids: [
        box([2.2, 1.9, 0.36], [3.8, 2.7, 0.4], 'marble'),
        ...legs.map(([x, y]) => cylinder([x, y, 0.015], 0.02, 0.345, 'brass')),
      ],
    },
    {
      name: '书架',
      kind,
      storey: 0,
      solids: [
        ...Array.from({ length: 6 }, (_, i) => box([0, 0.6, 0.1 + i * 0.4], [0.32, 3.2, 0.13 + i * 0.4], 'walnut')),
        ...[0.6, 1.45, 2.3, 3.17].map((y) => box([0, y, 0], [0.32, y + 0.03, 2.13], 'walnut')),
      ],
    },
    {
      name: '吊灯',
      kind: 'IfcLightFixture',
      storey: 0,
      solids: [cylinder([3, 2.3, 1.9], 0.28, 0.16, 'brass'), cylinder([3, 2.3, 2.06], 0.012, height - 2.06, 'brass')],
    },
  ];
}
