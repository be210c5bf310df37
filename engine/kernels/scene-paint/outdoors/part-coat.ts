import { luminanceOf } from '../../../base/colour.ts';
import { type LinearLight, linearColour } from '../../../base/linear-light.ts';
import type { Scene } from '../../light/atmosphere.ts';
import { layPattern, patternOf } from '../look/laid-texture.ts';
import type { FinishName, ScenePreset } from '../look/presets.ts';
import { resizeLab } from '../reading/reading-size.ts';
import { findFrame, planesOf } from '../reading/scene-planes.ts';
import { splitSurfaces } from '../reading/surfaces.ts';

/** Material of a component and its position in its frame, shares of the frame's height. */
interface Coat {
  finish: FinishName;
  /** `#rrggbb`; the preset's accent when absent. */
  colour?: string;
  from: number;
  to: number;
}

const coats = {
  shopFront: { finish: '石材', from: 0, to: 0.5 },
  window: { finish: '金属', colour: '#55595c', from: 0, to: 1 },
  balcony: { finish: '涂料', from: 0.35, to: 1 },
  roof: { finish: '屋面', colour: '#5b5450', from: 0, to: 0.6 },
  curtainWall: { finish: '玻璃', colour: '#6d8797', from: 0, to: 1 },
  entrance: { finish: '木', from: 0.2, to: 1 },
  railing: { finish: '金属', colour: '#6a6d70', from: 0.3, to: 1 },
  eaves: { finish: '木', from: 0, to: 0.45 },
} as const satisfies Record<string, Coat>;

export interface PartCoat {
  component: keyof typeof coats;
  preset: ScenePreset;
  /** 0 = nothing changes, 1 = plain faces carry the material altogether. */
  free: number;
  /** Panes, which stay as they are, 0–1 per pixel. */
  glass?: Float32Array | undefined;
}

/**
 * Lays the usual material of a component on the plain faces in its place, in perspective, under the picture's own
 * light. Coloured pixels take less of the material than grey ones; `free` scales both. In place.
 *
 * @returns how many faces were coated
 */
export function coatPart(light: LinearLight, scene: Scene, { component, preset, free, glass }: PartCoat): number {
  const coat: Coat = coats[component];
  const frame = findFrame(scene.rgb, scene);
  const small = frame.size;
  const lab = resizeLab(scene.lab, scene, small);
  const step = small.width / scene.width;
  const surfaces = splitSurfaces(lab, small, 0.02, new Uint8Array(small.width * small.height));
  const isWanted = (label: number) => {
    const face = surfaces.faces[label]!;
    const y = face.y / small.height;
    const isMiddle = Math.abs(face.x / small.width - 0.5) < 0.4;
    return y >= coat.from && y <= coat.to && isMiddle && face.lightness > 0.16;
  };
  const planes = planesOf(surfaces, frame, isWanted, 0.006);
  const pattern = patternOf(coat.finish);
  const layers = planes.map((plane) => plane && layPattern(pattern, plane, step, 0.9));
  const tint = linearColour(coat.colour ?? preset.palette.accent);
  const grey = luminanceOf(...tint);
  const factors = new Float64Array(3);
  for (let y = 0, i = 0; y < scene.height; y++) {
    const row = Math.min(small.height - 1, Math.floor((y + 0.5) * step)) * small.width;
    for (let x = 0; x < scene.width; x++, i++) {
      const label = surfaces.labels[row + Math.min(small.width - 1, Math.floor((x + 0.5) * step))]!;
      const layer = label >= 0 ? layers[label] : undefined;
      if (!layer) continue;
      const chroma = Math.hypot(scene.lab.a[i]!, scene.lab.b[i]!);
      const plain =
        Math.max(0.25, 1 - chroma / 0.2) *
        (1 - scene.plants[i]!) *
        (1 - scene.masks.sky[i]! / 255) *
        (1 - scene.masks.ground[i]! / 255) *
        (1 - (glass?.[i] ?? 0));
      const share = Math.min(1, free * 1.2) * plain;
      if (share <= 0.01) continue;
      layer(x, y, factors);
      const at = i * 3;
      const own = luminanceOf(light[at]!, light[at + 1]!, light[at + 2]!);
      const gain = (own * (0.55 + 0.45 * Math.min(1.4, grey / 0.35))) / grey;
      for (let channel = 0; channel < 3; channel++) {
        const coated = tint[channel]! * gain * factors[channel]!;
        light[at + channel] = light[at + channel]! * (1 - share) + coated * share;
      }
    }
  }
  return layers.filter(Boolean).length;
}
