/** Random materials: any colours, with the patterns that things have. */
import { albedoOf } from '../../engine/kernels/furnish/kit.ts';
import type { Material, Painter } from '../../engine/kernels/trace/materials.ts';
import { fbm, hash2, noise2 } from '../../engine/kernels/trace/noise.ts';
import type { Chance } from '../scene-reader/chance.ts';

type Triple = readonly [number, number, number];

/** Any colour, greys and browns more often than loud ones. */
export function randomColour({ share, between, happens }: Chance): Triple {
  const tone = happens(0.25) ? between(10, 60) : happens(0.3) ? between(190, 250) : between(40, 220);
  const loudness = happens(0.35) ? between(40, 130) : between(0, 35);
  const turn = share() * Math.PI * 2;
  const bytes = [0, 1, 2].map((k) =>
    Math.round(Math.max(6, Math.min(250, tone + loudness * Math.cos(turn + (k * Math.PI * 2) / 3)))),
  );
  return albedoOf(`#${Buffer.from(bytes).toString('hex')}`);
}

/** Share of the second colour at a point, 0–1. */
type Pattern = (x: number, y: number, z: number) => number;

function randomPattern({ between, happens, pick, share }: Chance): Pattern {
  const seed = Math.floor(share() * 1000);
  const size = Math.exp(between(Math.log(0.02), Math.log(0.5)));
  const edge = between(0.02, 0.3);
  const step = (value: number, at: number) => Math.max(0, Math.min(1, (value - at) / edge + 0.5));
  const slant = between(-1, 1);
  const level = happens(0.5) ? 1 : 0;
  return pick<Pattern>([
    () => 0,
    () => 0,
    (x, y, z) => fbm((x + z * 0.7) / size, (y + z * 0.4) / size, 4, seed),
    (x, y, z) => step(fbm((x + z) / (size * 3), (y - z * 0.5) / (size * 3), 3, seed), 0.5),
    (x, y, z) => step(0.5 + 0.5 * Math.sin(((level ? y : x + z) + slant * y * 0.3) / (size * 0.3)), between(0.3, 0.7)),
    (x, y, z) => (Math.floor((x + z) / size) + Math.floor(y / size)) & 1,
    (x, y, z) => {
      const [u, v] = [(x + z) / size, y / size];
      const dot = Math.hypot(u - Math.floor(u) - 0.5, v - Math.floor(v) - 0.5);
      return step(0.28, dot) * (hash2(Math.floor(u), Math.floor(v), seed) > 0.3 ? 1 : 0);
    },
    // Fur and brushed things: fine along one direction.
    (x, y, z) => noise2((x + z) / 0.006, (y + 0.3 * x) / 0.05, seed) * 0.8 + 0.2 * fbm(x / size, y / size, 2, seed),
    // A belly, a sole, a lid.
    (_, y) => step(y, between(0.1, 0.8)),
  ]);
}

function painted(one: Triple, other: Triple, pattern: Pattern, grain: number): Painter {
  return (p, out) => {
    const share = pattern(p.x, p.y, p.z);
    const gain = 1 - grain / 2 + grain * noise2((p.x + p.z) / 0.008, (p.y + p.z * 0.5) / 0.008, 7);
    out.r = (one[0] + (other[0] - one[0]) * share) * gain;
    out.g = (one[1] + (other[1] - one[1]) * share) * gain;
    out.b = (one[2] + (other[2] - one[2]) * share) * gain;
  };
}

export function randomMaterial(chance: Chance, colour?: Triple): Material {
  const { between, happens } = chance;
  const pattern = randomPattern(chance);
  const paint = painted(colour ?? randomColour(chance), randomColour(chance), pattern, between(0, 0.3));
  if (happens(0.55)) return { surface: 'matte', paint };
  if (happens(0.75))
    return { surface: 'gloss', paint, reflectance: between(0.03, 0.12), roughness: between(0.02, 0.4) };
  return { surface: 'metal', paint, reflectance: between(0.4, 0.8), roughness: between(0.05, 0.4) };
}

/** The colours of people: skin from light to dark. */
export function skinColour({ share, between }: Chance): Triple {
  const depth = share();
  const tone = 235 - 165 * depth + between(-8, 8);
  const bytes = [tone, tone * (0.82 - 0.14 * depth), tone * (0.7 - 0.22 * depth)].map(Math.round);
  return albedoOf(`#${Buffer.from(bytes).toString('hex')}`);
}

export function hairColour({ pick }: Chance): Triple {
  return albedoOf(pick(['#120e0c', '#2a1a12', '#4a2f1c', '#7a5230', '#c39a5a', '#8c8a88', '#d8d4cc', '#7a2a1a']));
}
