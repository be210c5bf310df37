import {
  type Drawing,
  type DrawnElement,
  gradient,
  leaves,
  pick,
  rect,
  shade,
  shadow,
  softness,
} from './known-scene-parts.ts';

/** A brick town house with windows, a door and a low neighbour; in front a street with a car, a lamp and a person. */
export function drawFacade(random: () => number): Drawing {
  const brick = pick(random, ['#9c5240', '#b98a62', '#8a8078']);
  const wall = pick(random, ['#cfc8bb', '#b9c0c4', '#d8c39c']);
  const car = pick(random, ['#a81e1c', '#2b4f86', '#d9d9d6']);
  const leaf = pick(random, ['#55803a', '#7b8f3c', '#3f6b3f']);
  const definitions = `${softness}${gradient('sky', '#6f9fd6', '#d5e4ef')}${gradient('glass', '#8fb0c8', '#2c3c4c')}
    ${gradient('asphalt', '#6f6e6c', '#4a4a4b')}${gradient('body', shade(car, 1.35), shade(car, 0.65))}
    ${gradient('shaded', shade(wall, 1.05), shade(wall, 0.72), true)}
    <pattern id="brick" width="26" height="16" patternUnits="userSpaceOnUse"><rect width="26" height="16" fill="#b9aea0"/>
      <rect width="24" height="6.5" fill="${brick}"/><rect x="-13" y="8" width="24" height="6.5" fill="${shade(brick, 0.86)}"/>
      <rect x="13" y="8" width="24" height="6.5" fill="${shade(brick, 1.12)}"/></pattern>
    <pattern id="slabs" width="46" height="22" patternUnits="userSpaceOnUse"><rect width="46" height="22" fill="#b3aea6"/>
      <path d="M0 0H46M0 0V22" stroke="#8f8a82" stroke-width="2"/></pattern>
    <pattern id="door" width="14" height="40" patternUnits="userSpaceOnUse"><rect width="14" height="40" fill="#6b4426"/>
      <path d="M0 0V40" stroke="#4a2d17" stroke-width="2"/><path d="M7 0V40" stroke="#7d5433" stroke-width="1"/></pattern>`;
  const elements: DrawnElement[] = [];
  const add = (object: string | null, outline: string, paint: string) => elements.push({ outline, paint, object });
  add('sky', rect(0, 0, 1024, 640), 'fill="url(#sky)"');
  for (let cloud = 0; cloud < 9; cloud++) {
    const at = `ellipse cx="${random() * 1024}" cy="${30 + random() * 150}" rx="${50 + random() * 90}" ry="${12 + random() * 18}"`;
    add('sky', at, 'fill="#fff" fill-opacity="0.5" filter="url(#soft)"');
  }
  add('house', rect(180, 110, 520, 500), 'fill="url(#brick)"');
  add('cornice', rect(168, 92, 544, 24), 'fill="#d5cdbf"');
  elements.push(shadow(rect(180, 116, 520, 20), 0.45));
  add('neighbour', rect(700, 250, 260, 360), 'fill="url(#shaded)"');
  add('neighbour', rect(694, 238, 274, 16), `fill="${shade(wall, 0.8)}"`);
  let window = 0;
  const addWindow = (x: number, y: number, width: number, height: number) => {
    window += 1;
    const object = `window ${window}`;
    elements.push(shadow(rect(x - 6, y, width + 16, height + 14), 0.25));
    add(object, rect(x - 7, y - 7, width + 14, height + 14), 'fill="#ece7db"');
    add(object, rect(x, y, width, height), 'fill="url(#glass)"');
    if (random() > 0.5) add(object, rect(x, y, width * 0.3, height), 'fill="#d9d2c4" fill-opacity="0.7"');
    add(
      object,
      `polygon points="${x},${y + height * 0.7} ${x + width * 0.6},${y} ${x + width * 0.8},${y} ${x},${y + height * 0.95}"`,
      'fill="#fff" fill-opacity="0.25"',
    );
    add(object, rect(x + width / 2 - 3, y, 6, height), 'fill="#ece7db"');
    add(object, rect(x, y + height * 0.4, width, 5), 'fill="#ece7db"');
  };
  for (const y of [165, 320]) for (const x of [225, 345, 465, 585]) addWindow(x, y, 70, 100);
  addWindow(225, 475, 70, 90);
  addWindow(585, 475, 70, 90);
  addWindow(750, 300, 150, 90);
  add('door', rect(392, 452, 106, 158), 'fill="#d5cdbf"');
  add('door', rect(402, 462, 86, 148), 'fill="url(#door)"');
  add('door', rect(412, 474, 66, 34), 'fill="url(#glass)"');
  add('canopy', rect(368, 430, 154, 18), 'fill="#55595c"');
  elements.push(shadow(rect(376, 448, 142, 22), 0.4));
  add('pavement', rect(0, 600, 1024, 66), 'fill="url(#slabs)"');
  add('street', rect(0, 656, 1024, 112), 'fill="url(#asphalt)"');
  for (let dash = 0; dash < 6; dash++) add('street', rect(40 + dash * 180, 740, 90, 7), 'fill="#d4d0c4"');
  add('neighbour', rect(740, 450, 180, 160), 'fill="#8c9296"');
  for (let line = 0; line < 6; line++) add('neighbour', rect(740, 470 + line * 24, 180, 3), 'fill="#70767a"');
  elements.push(shadow('ellipse cx="100" cy="628" rx="110" ry="16"', 0.45));
  add('tree', rect(92, 430, 20, 200, 6), 'fill="#5b4332"');
  elements.push(
    ...leaves(random, {
      x: 100,
      y: 340,
      radiusX: 104,
      radiusY: 130,
      count: 420,
      leaf: 15,
      colour: leaf,
      object: 'tree',
    }),
  );
  elements.push(
    ...leaves(random, {
      x: 985,
      y: 590,
      radiusX: 62,
      radiusY: 46,
      count: 150,
      leaf: 10,
      colour: '#5c7a35',
      object: 'bush',
    }),
  );
  elements.push(shadow('ellipse cx="700" cy="712" rx="160" ry="14"', 0.6));
  add(
    'car',
    'path d="M545 690 C545 650 560 640 600 636 L640 598 Q650 590 690 590 H760 Q785 590 802 606 L832 636 Q862 642 864 668 V696 Q864 704 850 704 H556 Q545 704 545 690Z"',
    'fill="url(#body)"',
  );
  add('car', 'path d="M652 602 H700 V634 H618 Z"', 'fill="#27313a"');
  add('car', 'path d="M710 602 H764 Q776 602 786 612 L806 634 H710 Z"', 'fill="#2f3b45"');
  for (const x of [612, 800]) {
    add('car', `circle cx="${x}" cy="700" r="27"`, 'fill="#1d1d1f"');
    add('car', `circle cx="${x}" cy="700" r="14"`, 'fill="#a9abad"');
  }
  add('lamp', rect(316, 300, 8, 350), 'fill="#3a3d40"');
  add('lamp', 'circle cx="320" cy="288" r="20"', 'fill="#f3efe2"');
  elements.push(shadow('ellipse cx="470" cy="660" rx="40" ry="8"', 0.5));
  add(
    'person',
    'path d="M448 590 Q448 556 470 556 Q492 556 492 590 L488 626 H452 Z"',
    `fill="${pick(random, ['#3b5f9a', '#a8642e', '#3c3c44'])}"`,
  );
  add('person', rect(453, 618, 15, 44, 3), 'fill="#262c3d"');
  add('person', rect(472, 618, 15, 44, 3), 'fill="#2b3145"');
  add('person', 'circle cx="470" cy="542" r="15"', 'fill="#c79a7d"');
  return { definitions, elements };
}
