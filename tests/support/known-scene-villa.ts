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

/** A villa of boxes with a timber front, glazing, pool, lawn, hill, loungers and a parasol. */
export function drawVilla(random: () => number): Drawing {
  const plaster = pick(random, ['#e4ded2', '#cfd2d1', '#d9c9ae']);
  const timber = pick(random, ['#8c5f38', '#5f4430', '#b28a5c']);
  const cloth = pick(random, ['#e8e2d4', '#c8752d', '#4b6f7c']);
  const [high, low] = pick(random, [
    ['#5f93cf', '#e3edf2'],
    ['#35508a', '#f0b98a'],
    ['#9fb4c6', '#dfe3e4'],
  ] as const);
  const definitions = `${softness}${gradient('sky', high, low)}${gradient('lawn', '#7f9a4e', '#5d8038')}
    ${gradient('water', '#7fc0cc', '#2c7f98')}${gradient('glazing', '#b9cbd4', '#3b4a52')}${gradient('lit', shade(plaster, 1.08), shade(plaster, 0.88))}
    ${gradient('side', shade(plaster, 0.74), shade(plaster, 0.62))}${gradient('hill', '#7d9183', '#5f7a5a')}
    <pattern id="timber" width="18" height="60" patternUnits="userSpaceOnUse"><rect width="18" height="60" fill="${timber}"/>
      <rect width="9" height="60" fill="${shade(timber, 1.14)}"/><path d="M0 0V60M9 0V60" stroke="${shade(timber, 0.55)}" stroke-width="1.6"/></pattern>
    <pattern id="deck" width="80" height="14" patternUnits="userSpaceOnUse"><rect width="80" height="14" fill="#b09a80"/>
      <path d="M0 0H80M0 7H80" stroke="#87725a" stroke-width="1.6"/></pattern>
    <pattern id="ripple" width="64" height="18" patternUnits="userSpaceOnUse"><path d="M0 6Q16 0 32 6T64 6M10 14Q26 9 42 14" stroke="#c9eef2" stroke-opacity="0.5" fill="none"/></pattern>`;
  const elements: DrawnElement[] = [];
  const add = (object: string | null, outline: string, paint: string) => elements.push({ outline, paint, object });
  add('sky', rect(0, 0, 1024, 470), 'fill="url(#sky)"');
  for (let cloud = 0; cloud < 6; cloud++) {
    const at = `ellipse cx="${random() * 1024}" cy="${40 + random() * 120}" rx="${60 + random() * 120}" ry="${10 + random() * 14}"`;
    add('sky', at, 'fill="#fff" fill-opacity="0.45" filter="url(#soft)"');
  }
  add('hill', 'path d="M0 400 Q150 310 330 360 T700 330 T1024 370 V480 H0Z"', 'fill="url(#hill)"');
  add('lawn', rect(0, 452, 1024, 316), 'fill="url(#lawn)"');
  elements.push(
    ...leaves(random, {
      x: 930,
      y: 300,
      radiusX: 92,
      radiusY: 120,
      count: 380,
      leaf: 13,
      colour: '#4c7a3c',
      object: 'tree',
    }),
  );
  add('tree', rect(922, 390, 18, 110, 4), 'fill="#513c2b"');
  elements.push(shadow('ellipse cx="520" cy="498" rx="360" ry="16"', 0.4));
  add('upper storey', rect(250, 150, 420, 150), 'fill="url(#lit)"');
  add('upper storey', 'polygon points="670,150 760,172 760,300 670,300"', 'fill="url(#side)"');
  add('ground floor', rect(200, 320, 300, 175), 'fill="url(#timber)"');
  add('ground floor', rect(500, 320, 340, 175), 'fill="url(#side)"');
  add('slab', rect(180, 296, 680, 26), 'fill="#f1eee6"');
  elements.push(shadow(rect(190, 322, 650, 26), 0.5));
  let pane = 0;
  for (const [x, y, width, height] of [
    [290, 180, 130, 90],
    [470, 180, 160, 90],
    [530, 350, 270, 140],
  ] as const) {
    pane += 1;
    const object = `glazing ${pane}`;
    add(object, rect(x - 4, y - 4, width + 8, height + 8), 'fill="#2e3133"');
    add(object, rect(x, y, width, height), 'fill="url(#glazing)"');
    add(
      object,
      `polygon points="${x},${y + height} ${x + width * 0.4},${y} ${x + width * 0.62},${y} ${x + width * 0.22},${y + height}"`,
      'fill="#fff" fill-opacity="0.2"',
    );
    for (let bar = 1; bar < 3; bar++) add(object, rect(x + (width * bar) / 3 - 2, y, 4, height), 'fill="#2e3133"');
  }
  add('door', rect(330, 370, 66, 125), 'fill="#33383a"');
  add('door', rect(384, 425, 5, 26), 'fill="#c9c6bd"');
  add('terrace', 'polygon points="150,495 900,495 980,580 60,580"', 'fill="url(#deck)"');
  add('pool', 'polygon points="180,600 760,600 860,720 90,720"', 'fill="url(#water)"');
  add('pool', 'polygon points="180,600 760,600 860,720 90,720"', 'fill="url(#ripple)"');
  add(
    'pool edge',
    'path fill-rule="evenodd" d="M165 588 H772 L884 734 H64Z M180 600 H760 L860 720 H90Z"',
    'fill="#d9d5cb"',
  );
  for (const [number, x] of [
    [1, 590],
    [2, 690],
  ] as const) {
    const object = `lounger ${number}`;
    elements.push(shadow(rect(x - 4, 560, 88, 14), 0.5));
    add(object, `path d="M${x} 532 L${x + 26} 552 H${x + 84} V562 H${x + 20} L${x - 6} 540Z"`, `fill="${cloth}"`);
    add(object, rect(x + 18, 562, 5, 12), 'fill="#6b5a48"');
    add(object, rect(x + 74, 562, 5, 12), 'fill="#6b5a48"');
  }
  add('parasol', rect(846, 430, 6, 150), 'fill="#e7e4dc"');
  add('parasol', 'path d="M770 440 Q850 380 930 440 Q850 424 770 440Z"', `fill="${shade(cloth, 0.95)}"`);
  elements.push(
    ...leaves(random, {
      x: 60,
      y: 520,
      radiusX: 66,
      radiusY: 44,
      count: 130,
      leaf: 10,
      colour: '#54733a',
      object: 'hedge',
    }),
  );
  elements.push(
    ...leaves(random, {
      x: 120,
      y: 400,
      radiusX: 40,
      radiusY: 92,
      count: 180,
      leaf: 9,
      colour: '#3c5a35',
      object: 'cypress',
    }),
  );
  return { definitions, elements };
}
