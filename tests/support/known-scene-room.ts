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

/** A living room: sofa with cushions, table, armchair, cabinet, lamp, picture, plant, rug, window with curtains. */
export function drawRoom(random: () => number): Drawing {
  const wall = pick(random, ['#c9c2b4', '#9fb0ad', '#d9d4ca']);
  const wood = pick(random, ['#a87b4f', '#7a4f30', '#c3a37a']);
  const sofa = pick(random, ['#5d6b82', '#8a8578', '#7d4b3a']);
  const chair = pick(random, ['#8a4a2a', '#3f5a4c', '#b8a27e']);
  const definitions = `${softness}${gradient('wall', shade(wall, 1.08), shade(wall, 0.82), true)}
    ${gradient('view', '#dfeaf2', '#a9bd8f')}${gradient('seat', shade(sofa, 1.2), shade(sofa, 0.8))}
    ${gradient('back', shade(sofa, 1.08), shade(sofa, 0.72))}${gradient('shade', '#fff4d2', '#dcc594')}
    ${gradient('hide', shade(chair, 1.25), shade(chair, 0.7))}${gradient('art', '#2f5d73', '#d98b4a', true)}
    <pattern id="planks" width="96" height="36" patternUnits="userSpaceOnUse"><rect width="96" height="36" fill="${shade(wood, 0.95)}"/>
      <rect y="12" width="96" height="12" fill="${shade(wood, 1.12)}"/><path d="M0 5H60M20 8H96M10 17H80M0 29H70" stroke="${shade(wood, 0.8)}"/>
      <path d="M0 0H96M0 12H96M0 24H96M30 0V12M70 12V24M10 24V36" stroke="${shade(wood, 0.55)}" stroke-width="1.5"/></pattern>
    <pattern id="rug" width="28" height="28" patternUnits="userSpaceOnUse"><rect width="28" height="28" fill="#b9ab95"/>
      <rect width="14" height="14" fill="#a2937c"/><rect x="14" y="14" width="14" height="14" fill="#a2937c"/></pattern>
    <pattern id="folds" width="22" height="10" patternUnits="userSpaceOnUse"><rect width="22" height="10" fill="#d8d0c2"/>
      <rect width="7" height="10" fill="#bdb4a4"/><rect x="7" width="4" height="10" fill="#cdc4b5"/></pattern>
    <pattern id="stripes" width="12" height="12" patternUnits="userSpaceOnUse"><rect width="12" height="12" fill="#d9d2c2"/><rect width="6" height="12" fill="#8d6a55"/></pattern>
    <pattern id="grain" width="120" height="18" patternUnits="userSpaceOnUse"><rect width="120" height="18" fill="${wood}"/>
      <path d="M0 3H120M0 9Q60 4 120 9M0 14H120" stroke="${shade(wood, 0.78)}" fill="none"/></pattern>`;
  const elements: DrawnElement[] = [];
  const add = (object: string | null, outline: string, paint: string) => elements.push({ outline, paint, object });
  add('wall', rect(0, 0, 1024, 500), 'fill="url(#wall)"');
  add('ceiling', 'polygon points="0,0 1024,0 1024,40 0,70"', 'fill="#e9e6df"');
  add('floor', rect(0, 490, 1024, 278), 'fill="url(#planks)"');
  add('skirting', rect(0, 478, 1024, 14), 'fill="#efece4"');
  add('window', rect(60, 130, 200, 270), 'fill="#f2f0ea"');
  add('window', rect(72, 142, 84, 246), 'fill="url(#view)"');
  add('window', rect(164, 142, 84, 246), 'fill="url(#view)"');
  add('curtain left', rect(20, 110, 66, 380), 'fill="url(#folds)"');
  add('curtain right', rect(236, 110, 60, 380), 'fill="url(#folds)"');
  elements.push({
    outline: 'polygon points="150,520 420,520 560,768 120,768"',
    paint: 'fill="#fff3d0" fill-opacity="0.22"',
    object: null,
  });
  add('rug', 'polygon points="250,560 800,560 900,730 150,730"', 'fill="url(#rug)"');
  elements.push(shadow(rect(338, 500, 392, 70), 0.4));
  add('sofa', rect(350, 330, 370, 150, 22), 'fill="url(#back)"');
  add('sofa', rect(322, 390, 60, 160, 20), 'fill="url(#back)"');
  add('sofa', rect(690, 390, 60, 160, 20), 'fill="url(#back)"');
  add('sofa', rect(372, 490, 330, 56), `fill="${shade(sofa, 0.66)}"`);
  add('sofa', rect(376, 440, 160, 60, 14), 'fill="url(#seat)"');
  add('sofa', rect(538, 440, 160, 60, 14), 'fill="url(#seat)"');
  elements.push(shadow(rect(396, 380, 86, 80, 12), 0.3), shadow(rect(604, 384, 82, 76, 12), 0.3));
  add(
    'cushion left',
    'path d="M396 372 Q436 364 478 374 Q484 410 474 446 Q436 452 396 444 Q388 410 396 372Z"',
    `fill="${pick(random, ['#c9812b', '#355e7e', '#93a55a'])}"`,
  );
  add(
    'cushion right',
    'path d="M606 378 Q644 370 684 380 Q690 412 680 446 Q644 452 606 446 Q600 410 606 378Z"',
    'fill="url(#stripes)"',
  );
  add('picture', rect(420, 120, 230, 150), 'fill="#1f1d1b"');
  add('picture', rect(430, 130, 210, 130), 'fill="#efece2"');
  add('picture', rect(456, 150, 158, 90), 'fill="url(#art)"');
  add('picture', 'circle cx="500" cy="200" r="30"', 'fill="#e4d6b4"');
  elements.push(shadow(rect(786, 420, 220, 90), 0.35));
  add('cabinet', rect(790, 340, 214, 150), 'fill="url(#grain)"');
  for (const x of [796, 866, 936])
    add('cabinet', rect(x, 348, 62, 132), 'fill="url(#grain)" stroke="#3a2818" stroke-width="2"');
  add(
    'vase',
    'path d="M832 340 Q812 312 828 290 Q836 280 832 266 H856 Q852 280 860 290 Q876 312 856 340Z"',
    'fill="#dcd9d2"',
  );
  elements.push(
    ...leaves(random, {
      x: 844,
      y: 236,
      radiusX: 34,
      radiusY: 36,
      count: 60,
      leaf: 7,
      colour: '#6b7d3a',
      object: 'vase',
    }),
  );
  add('lamp', rect(912, 190, 6, 150), 'fill="#3c3a38"');
  add('lamp', 'polygon points="886,200 944,200 930,140 900,140"', 'fill="url(#shade)"');
  elements.push(shadow('ellipse cx="512" cy="668" rx="170" ry="22"', 0.45));
  for (const x of [392, 618]) add('table', rect(x, 606, 10, 70), 'fill="#2a2725"');
  add('table', 'ellipse cx="510" cy="608" rx="150" ry="30"', 'fill="url(#grain)"');
  add('table', 'path d="M360 608 A150 30 0 0 0 660 608 V616 A150 30 0 0 1 360 616Z"', `fill="${shade(wood, 0.6)}"`);
  add('bowl', 'path d="M470 590 H560 Q552 612 515 612 Q478 612 470 590Z"', 'fill="#c9d3d6"');
  elements.push(shadow('ellipse cx="850" cy="690" rx="120" ry="22"', 0.5));
  add('armchair', 'path d="M786 470 Q850 452 920 470 L930 580 H776Z"', 'fill="url(#hide)"');
  add('armchair', rect(760, 540, 44, 130, 16), 'fill="url(#hide)"');
  add('armchair', rect(902, 540, 44, 130, 16), 'fill="url(#hide)"');
  add('armchair', rect(796, 580, 112, 46, 12), `fill="${shade(chair, 1.2)}"`);
  add('armchair', rect(796, 620, 112, 50), `fill="${shade(chair, 0.62)}"`);
  elements.push(shadow('ellipse cx="110" cy="690" rx="70" ry="14"', 0.5));
  add('plant', 'polygon points="68,600 152,600 140,694 80,694"', 'fill="#e3ded6"');
  elements.push(
    ...leaves(random, {
      x: 110,
      y: 520,
      radiusX: 76,
      radiusY: 96,
      count: 130,
      leaf: 12,
      colour: '#447a43',
      object: 'plant',
    }),
  );
  return { definitions, elements };
}
