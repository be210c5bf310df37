import type { CategoryNode } from '#shared/domain/category-tree';
import { categories } from '#shared/tools/categories';

/** Colours of a style's materials, `#rrggbb`. */
export interface Palette {
  wall: string;
  /** Panels, cladding, furniture. */
  accent: string;
  second: string;
  paving: string;
  /** Floor of a room. */
  floor: string;
}

const modern: Palette = { wall: '#e9e6df', accent: '#a9784c', second: '#6d6f70', paving: '#bdb7ac', floor: '#b08d64' };

/** By the name of the style in the category tree. */
const palettes: Readonly<Record<string, Palette>> = {
  现代: modern,
  极简: { wall: '#f2f0ec', accent: '#d8d2c8', second: '#8d8d8b', paving: '#cfcac2', floor: '#cdb89a' },
  新中式: { wall: '#ece7dc', accent: '#6b432c', second: '#4c4a47', paving: '#a39d92', floor: '#8a5f41' },
  古典: { wall: '#e3d4b8', accent: '#b99a6b', second: '#7e6a50', paving: '#c2b49b', floor: '#8c5f3c' },
  法式: { wall: '#efe7d9', accent: '#c8ad7f', second: '#6f7d8c', paving: '#cfc3ae', floor: '#b5916a' },
  'Art Deco': { wall: '#d9cdb7', accent: '#b08a3e', second: '#2f3a44', paving: '#b3a78f', floor: '#4f3a2d' },
  工业: { wall: '#a65f43', accent: '#3d4043', second: '#8b8783', paving: '#8f8c88', floor: '#8c867e' },
  清水混凝土: { wall: '#b9b7b2', accent: '#8f8d89', second: '#a77b54', paving: '#a5a29c', floor: '#a29e97' },
  木构: { wall: '#b98a5a', accent: '#8a5c35', second: '#e4dccd', paving: '#b3a994', floor: '#a97c4e' },
  乡土: { wall: '#cbb08a', accent: '#86573a', second: '#6f6a5e', paving: '#a99a80', floor: '#9a7a58' },
  参数化: { wall: '#eceff1', accent: '#9fb3c2', second: '#59656f', paving: '#c6cbce', floor: '#c9ccce' },
  未来: { wall: '#e6edf2', accent: '#5f8fb0', second: '#39444f', paving: '#b9c3ca', floor: '#b9c1c7' },
  日式: { wall: '#ece3d2', accent: '#b48a5c', second: '#5c5246', paving: '#a8a294', floor: '#c39d6d' },
  热带: { wall: '#efe6d3', accent: '#9a6b3f', second: '#4f6b52', paving: '#c4b595', floor: '#a67c50' },
  地中海: { wall: '#f6f1e6', accent: '#4f83b3', second: '#cf9b6a', paving: '#d9c6a3', floor: '#c98f62' },
  古典园林: { wall: '#f0ede6', accent: '#5b3a2a', second: '#474a4c', paving: '#98958c', floor: '#7d5a41' },
  轻奢: { wall: '#e2dcd3', accent: '#b3935f', second: '#4a4f57', paving: '#b7aea2', floor: '#9b8468' },
  科技: { wall: '#e4eaef', accent: '#4d86b8', second: '#2f3842', paving: '#aab4bc', floor: '#aeb6bc' },
  侘寂: { wall: '#cfc4b3', accent: '#9a8467', second: '#6b6358', paving: '#a89f90', floor: '#a38f75' },
  复古: { wall: '#d9c3a0', accent: '#8d4a2f', second: '#3f5a4e', paving: '#ac9c82', floor: '#7f5234' },
  现代简约: { wall: '#efece6', accent: '#b08c66', second: '#7c7f82', paving: '#c4bfb6', floor: '#b99b76' },
  奶油: { wall: '#f3e9d8', accent: '#dcc3a1', second: '#c9a98c', paving: '#d8ccb8', floor: '#d3b68f' },
  原木: { wall: '#f0e8da', accent: '#c0935f', second: '#98744c', paving: '#cdbfa6', floor: '#c69a66' },
  宋式: { wall: '#e8e0d0', accent: '#7a5236', second: '#68705f', paving: '#a9a08f', floor: '#8f6a48' },
  意式: { wall: '#dcd6cd', accent: '#8c6e54', second: '#45484b', paving: '#aaa39a', floor: '#8f755c' },
  北欧: { wall: '#f1f0ec', accent: '#cda775', second: '#7f97a3', paving: '#c9c6bf', floor: '#d0ae80' },
  美式: { wall: '#e6ddcb', accent: '#7c5236', second: '#5c6f7d', paving: '#b6a991', floor: '#8a5d3d' },
  中古: { wall: '#e2d5bf', accent: '#9a5f33', second: '#6a7350', paving: '#ab9d86', floor: '#8c5b36' },
  莫兰迪: { wall: '#d6d0c8', accent: '#a99b92', second: '#8f9b98', paving: '#b5b0a8', floor: '#b19f8c' },
};

/** The palette of a preset, by the name of its category; modern when the category has none of its own. */
export function paletteOf(categoryId: string | undefined): Palette {
  const name = categoryId ? nameOf(categories, categoryId) : undefined;
  return (name !== undefined ? palettes[name] : undefined) ?? modern;
}

function nameOf(nodes: readonly CategoryNode[], id: string): string | undefined {
  for (const node of nodes) {
    if (node.id === id) return node.name;
    const below = id.startsWith(node.id) ? nameOf(node.children ?? [], id) : undefined;
    if (below) return below;
  }
  return undefined;
}
