/** Drawings of an empty room through a camera that is known exactly. */

type Place = readonly [number, number, number];

export const drawnRoom = { left: -2, right: 2.3, back: 5, height: 2.7, eyeHeight: 1.5, focal: 0.75 };

/** @returns SVG of the room, level camera, its middle looking straight at the far wall */
export function drawEmptyRoom(width: number, height: number): string {
  const { left, right, back, height: top, eyeHeight, focal } = drawnRoom;
  const scale = focal * Math.max(width, height);
  const near = 0.4;
  const at = ([x, y, z]: Place) => `${width / 2 + (scale * x) / z},${height / 2 - (scale * (y - eyeHeight)) / z}`;
  const face = (fill: string, ...corners: Place[]) =>
    `<polygon points="${corners.map(at).join(' ')}" fill="${fill}" stroke="none"/>`;
  const line = (from: Place, to: Place, colour: string) => {
    const [x1, y1] = at(from).split(',');
    const [x2, y2] = at(to).split(',');
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="1.2"/>`;
  };
  const joints = [2.4, 3, 3.6, 4.2].map((z) => line([left, 0, z], [right, 0, z], '#8d8478')).join('');
  const seams = [-1.2, 0, 1.2].map((x) => line([x, 0, near], [x, 0, back], '#8d8478')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${face('#d9d2c6', [left, 0, back], [left, top, back], [right, top, back], [right, 0, back])}
    ${face('#a2988a', [left, 0, near], [left, 0, back], [right, 0, back], [right, 0, near])}
    ${face('#f2f0ec', [left, top, near], [left, top, back], [right, top, back], [right, top, near])}
    ${face('#c3bbae', [left, 0, near], [left, 0, back], [left, top, back], [left, top, near])}
    ${face('#b7afa2', [right, 0, near], [right, 0, back], [right, top, back], [right, top, near])}
    ${joints}${seams}</svg>`;
}
