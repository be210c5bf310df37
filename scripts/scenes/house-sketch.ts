import { liveMaterials } from '#shared/domain/live-material';

/** Colour of a chip of the live canvas, so that the sketch is one that somebody could have drawn there. */
function chip(id: (typeof liveMaterials)[number]['id']): string {
  return liveMaterials.find((material) => material.id === id)!.colour;
}

/** A house with a gable, two trees and a pond in broad strokes, 1600×1200, as SVG. */
export function houseSketch(): string {
  const ink = 'stroke="#222" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"';
  const shape = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}" ${ink}/>`;
  const blob = (points: string, fill: string) =>
    `<polyline points="${points}" fill="none" stroke="${fill}" stroke-width="110" stroke-linecap="round" stroke-linejoin="round"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="1600" height="1200">
    <rect width="1600" height="1200" fill="#fff"/>
    <rect width="1600" height="760" fill="${chip('sky')}"/>
    <rect y="760" width="1600" height="440" fill="${chip('grass')}"/>
    <path d="M205 660V810M1415 650V810" stroke="${chip('wood')}" stroke-width="26" stroke-linecap="round"/>
    ${blob('210,520 180,600 250,650 210,690', chip('foliage'))}
    ${blob('1400,470 1460,560 1370,620 1420,680', chip('foliage'))}
    ${shape('500,470 500,800 1120,800 1120,470', chip('plaster'))}
    ${shape('440,480 810,260 1180,480', chip('roof'))}
    ${shape('570,560 570,690 720,690 720,560', chip('glass'))}
    ${shape('900,560 900,690 1050,690 1050,560', chip('glass'))}
    ${shape('765,600 765,800 855,800 855,600', chip('wood'))}
    ${shape('740,800 880,800 980,1200 560,1200', chip('stone'))}
    <ellipse cx="1290" cy="960" rx="220" ry="85" fill="${chip('water')}" ${ink}/>
  </svg>`;
}
