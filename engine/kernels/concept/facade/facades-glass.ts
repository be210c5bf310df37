/** Facades of glass: bands, curtain walls, shop fronts. */
import { baysOf, type Facade, opening, pierced } from './facade-parts.ts';

export const ribbon: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 1.6);
  face.box(skin.wall, 0, y0, -0.35, face.length, y0 + 0.85, 0);
  face.box(skin.wall, 0, y1 - 0.7, -0.35, face.length, y1, 0);
  face.box(skin.trim, 0, y0 + 0.85, -0.3, face.length, y0 + 0.9, 0.05);
  face.pane(skin.glass, 0, y0 + 0.88, face.length, y1 - 0.7, -0.2);
  for (let i = 0; i <= bays; i++) {
    const u = (face.length * i) / bays;
    const half = i % 4 === 0 ? 0.18 : 0.03;
    face.box(
      i % 4 === 0 ? skin.wall : skin.frame,
      u - half,
      y0 + 0.85,
      -0.26,
      u + half,
      y1 - 0.7,
      i % 4 === 0 ? -0.02 : -0.12,
    );
  }
};

export const curtain: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 1.5);
  face.pane(skin.glass, 0, y0 + 0.1, face.length, y1 - 0.75, -0.06);
  face.box(skin.spandrel, 0, y1 - 0.75, -0.12, face.length, y1 + 0.1, -0.05);
  for (let i = 0; i <= bays; i++) {
    const u = (face.length * i) / bays;
    face.box(skin.frame, u - 0.03, y0, -0.12, u + 0.03, y1, 0.07);
  }
  for (const y of [y0 + 0.08, y0 + 1.05, y1 - 0.78]) face.box(skin.frame, 0, y, -0.1, face.length, y + 0.06, 0.02);
};

export const fins: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  curtain(storey);
  const bays = baysOf(face.length, 1.5);
  for (let i = 0; i <= bays; i++) {
    const u = (face.length * i) / bays;
    face.box(skin.accent, u - 0.05, y0, 0.07, u + 0.05, y1, 0.55);
  }
  face.box(skin.slab, 0, y1 - 0.3, -0.1, face.length, y1 - 0.05, 0.3);
};

/** Glass from floor to ceiling with solid fields between, under a slab that shows. */
export const picture: Facade = (storey) => {
  const { face, skin, y0, y1, random } = storey;
  const bays = baysOf(face.length, 3.4);
  const wide = face.length / bays;
  const top = y1 - 0.34;
  const blind = Math.floor(random() * bays);
  for (let bay = 0; bay < bays; bay++) {
    const a = bay * wide;
    const b = a + wide;
    if (bays > 1 && (bay === blind || random() < 0.22)) {
      const isAccent = random() < 0.55;
      face.box(isAccent ? skin.accent : skin.wall, a, y0, -0.3, b, top, 0.02);
      continue;
    }
    opening(storey, a, y0 + 0.04, b, top, 0.2, Math.max(2, Math.round(wide / 1.3)));
    if (random() < 0.35) face.box(skin.curtain, a + 0.1, y0 + 0.1, -0.42, a + wide * 0.28, top, -0.36);
  }
  face.box(skin.slab, -0.02, top, -0.4, face.length + 0.02, y1, 0.16);
};

export const screen: Facade = (storey) => {
  const { face, skin, y0, y1, random } = storey;
  picture(storey);
  const from = random() * 0.3 * face.length;
  const to = from + face.length * (0.35 + 0.3 * random());
  const top = y1 - 0.34;
  for (let u = from; u < Math.min(to, face.length - 0.05); u += 0.2)
    face.box(skin.accent, u, y0, 0.04, u + 0.06, top, 0.16);
};

export const colonnade: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 4.6);
  const inset = 2.4;
  opening(storey, 0.4, y0 + 0.05, face.length - 0.4, y1 - 0.8, inset, baysOf(face.length, 1.6));
  face.box(skin.trim, 0, y1 - 0.8, -inset - 0.2, face.length, y1, 0);
  face.box(skin.soffit, 0.1, y1 - 0.84, -inset, face.length - 0.1, y1 - 0.8, -0.1);
  for (let i = 0; i <= bays; i++) {
    const u = Math.min(face.length - 0.5, Math.max(0, (face.length * i) / bays - 0.25));
    face.box(skin.post, u, y0, -0.62, u + 0.5, y1 - 0.8, -0.12);
  }
};

export const shopfront: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 4.2);
  const wide = face.length / bays;
  const top = y1 - 1.15;
  for (let bay = 0; bay < bays; bay++) {
    const a = bay * wide;
    face.box(skin.accent, a, y0, -0.4, a + 0.4, y1, 0.04);
    opening(storey, a + 0.4, y0 + 0.25, a + wide, top, 0.3, 3);
    face.box(skin.base, a + 0.4, y0, -0.4, a + wide, y0 + 0.25, -0.1);
    face.box(skin.sign, a + wide * 0.3, y1 - 0.82, 0.1, a + wide * 0.78, y1 - 0.5, 0.15);
  }
  face.box(skin.accent, face.length - 0.4, y0, -0.4, face.length, y1, 0.04);
  face.box(skin.frame, 0, top, -0.4, face.length, y1 - 0.1, 0.1);
  face.box(skin.frame, 0, top - 0.12, 0.1, face.length, top, 1.1);
};

/** Ribbed metal with a strip of high windows. */
export const shed: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 6);
  const wide = face.length / bays;
  const high = y1 - y0;
  pierced(storey, bays, 0.15, skin.accent, () => [0.06, 0.94, high * 0.45, high * 0.82]);
  for (let bay = 0; bay <= bays; bay++) face.box(skin.frame, bay * wide - 0.12, y0, 0, bay * wide + 0.12, y1, 0.16);
};
