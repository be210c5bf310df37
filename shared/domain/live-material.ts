/**
 * Materials of the drawing canvas: a stroke of about this colour means this material to the live renderer. Every other
 * colour counts as the material whose colour is nearest, in its own tone.
 */
export const liveMaterials = [
  { id: 'sky', title: '天空', colour: '#8fc3f0' },
  { id: 'water', title: '水面', colour: '#2f7f9f' },
  { id: 'grass', title: '草地', colour: '#8dbb57' },
  { id: 'foliage', title: '树木', colour: '#3f7a3a' },
  { id: 'brick', title: '红砖', colour: '#b0503c' },
  { id: 'wood', title: '木', colour: '#a8713f' },
  { id: 'concrete', title: '混凝土', colour: '#a9a9a6' },
  { id: 'asphalt', title: '道路', colour: '#66686c' },
  { id: 'stone', title: '石材', colour: '#cdbb98' },
  { id: 'glass', title: '玻璃', colour: '#9fd6dc' },
  { id: 'plaster', title: '白墙', colour: '#f1ede4' },
  { id: 'roof', title: '深色屋面', colour: '#3c4450' },
  { id: 'light', title: '灯光', colour: '#ffd34d' },
] as const;
