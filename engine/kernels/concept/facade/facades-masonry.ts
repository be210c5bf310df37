/** Facades of walls with openings. */
import { baysOf, type Facade, pierced } from './facade-parts.ts';

export const punched: Facade = (storey) => {
  const { face, skin, y0, y1, random } = storey;
  const bays = baysOf(face.length, 3.2);
  const high = y1 - y0 - 0.75;
  const wide = face.length / bays;
  pierced(storey, bays, 0.24, skin.wall, () => {
    const isWide = random() < 0.3;
    return isWide ? [0.16, 0.84, 0.5, high] : [0.27, 0.73, 0.85, high];
  });
  for (let bay = 0; bay < bays; bay++) {
    face.box(skin.trim, bay * wide + wide * 0.24, y0 + 0.44, 0, bay * wide + wide * 0.76, y0 + 0.5, 0.06);
  }
};

export const tallWindows: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 2.9);
  const wide = face.length / bays;
  const head = y1 - y0 - 0.8;
  pierced(storey, bays, 0.3, skin.wall, () => [0.3, 0.7, 0.25, head]);
  for (let bay = 0; bay < bays; bay++) {
    const u0 = (bay + 0.3) * wide;
    const u1 = (bay + 0.7) * wide;
    face.box(skin.trim, u0 - 0.16, y0 + 0.2, 0, u0, y0 + head + 0.16, 0.08);
    face.box(skin.trim, u1, y0 + 0.2, 0, u1 + 0.16, y0 + head + 0.16, 0.08);
    face.box(skin.trim, u0 - 0.22, y0 + head, 0, u1 + 0.22, y0 + head + 0.24, 0.14);
    face.box(skin.frame, u0 - 0.1, y0 + 0.15, 0, u1 + 0.1, y0 + 0.22, 0.3);
    face.box(skin.frame, u0 - 0.1, y0 + 1.1, 0.25, u1 + 0.1, y0 + 1.16, 0.3);
    for (let k = 0; k <= 8; k++) {
      const u = u0 - 0.1 + ((u1 - u0 + 0.17) * k) / 8;
      face.box(skin.frame, u, y0 + 0.22, 0.26, u + 0.03, y0 + 1.1, 0.29);
    }
  }
  face.box(skin.trim, -0.12, y1 - 0.16, 0, face.length + 0.12, y1, 0.16);
};

export const piers: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 3);
  const wide = face.length / bays;
  pierced(storey, bays, 0.45, skin.wall, () => [0.2, 0.8, 0.9, y1 - y0 - 0.5]);
  for (let bay = 0; bay <= bays; bay++) {
    const u = bay * wide;
    face.box(skin.wall, u - 0.32, y0, 0, u + 0.32, y1, 0.3);
    face.box(skin.trim, u - 0.07, y0, 0.3, u + 0.07, y1, 0.38);
  }
  for (let bay = 0; bay < bays; bay++) {
    face.box(skin.accent, (bay + 0.2) * wide, y0 + 0.15, 0, (bay + 0.8) * wide, y0 + 0.75, 0.06);
  }
};

export const solid: Facade = (storey) => {
  const { face, skin, y0, y1, random } = storey;
  const bays = baysOf(face.length, 4.5);
  pierced(storey, bays, 0.35, skin.wall, () => {
    if (random() < 0.55) return undefined;
    const from = 0.2 + 0.4 * random();
    return [from, from + 0.16, 0.3, y1 - y0 - 0.3];
  });
};

/** Masonry piers with large windows of small panes. */
export const grid: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 4.4);
  const wide = face.length / bays;
  const head = y1 - y0 - 0.6;
  pierced(storey, bays, 0.3, skin.wall, () => [0.12, 0.88, 0.7, head]);
  for (let bay = 0; bay < bays; bay++) {
    const u0 = (bay + 0.12) * wide;
    const u1 = (bay + 0.88) * wide;
    for (let k = 1; k < 6; k++) {
      const u = u0 + ((u1 - u0) * k) / 6;
      face.box(skin.frame, u - 0.02, y0 + 0.7, -0.34, u + 0.02, y0 + head, -0.26);
    }
    for (let k = 1; k < 4; k++) {
      const y = y0 + 0.7 + ((head - 0.7) * k) / 4;
      face.box(skin.frame, u0, y - 0.02, -0.34, u1, y + 0.02, -0.26);
    }
    face.box(skin.frame, u0 - 0.1, y0 + head, -0.1, u1 + 0.1, y0 + head + 0.22, 0.05);
  }
};

/** Flats: glazed balconies alternate with windows. */
export const balcony: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = Math.max(2, baysOf(face.length, 3.6));
  const wide = face.length / bays;
  const high = y1 - y0;
  pierced(storey, bays, 0.2, skin.wall, (bay) =>
    bay % 3 === 1 ? [0.06, 0.94, 0.04, high - 0.35] : [0.22, 0.78, 0.75, high - 0.45],
  );
  for (let bay = 1; bay < bays; bay += 3) {
    const a = bay * wide + 0.05;
    const b = (bay + 1) * wide - 0.05;
    face.box(skin.slab, a, y0 - 0.12, 0, b, y0 + 0.06, 1.45);
    face.pane(skin.railing, a, y0 + 0.06, b, y0 + 1.08, 1.4);
    face.box(skin.frame, a, y0 + 1.06, 1.37, b, y0 + 1.12, 1.43);
    face.box(skin.accent, a - 0.1, y0 - 0.12, 0, a + 0.05, y1, 1.45);
  }
};

/** Open corridor in front of class rooms. */
export const gallery: Facade = (storey) => {
  const { face, skin, y0, y1 } = storey;
  const bays = baysOf(face.length, 4.2);
  const wide = face.length / bays;
  const inset = 2.2;
  for (let bay = 0; bay < bays; bay++) {
    const a = bay * wide;
    face.box(bay % 3 === 1 ? skin.accent : skin.wall, a, y0, -inset - 0.2, a + wide * 0.3, y1, -inset);
    face.pane(skin.glass, a + wide * 0.3, y0 + 0.9, a + wide, y1 - 0.5, -inset - 0.1);
    face.box(skin.wall, a + wide * 0.3, y0, -inset - 0.2, a + wide, y0 + 0.9, -inset);
    face.box(skin.frame, a + wide * 0.65, y0 + 0.9, -inset - 0.12, a + wide * 0.65 + 0.06, y1 - 0.5, -inset - 0.06);
    face.box(skin.post, a - 0.2, y0, -0.5, a + 0.2, y1, -0.1);
  }
  face.box(skin.slab, 0, y1 - 0.5, -inset, face.length, y1, 0);
  face.box(skin.wall, 0, y0, -0.16, face.length, y0 + 1.1, 0.02);
};

/** Timber posts with latticed windows on a stone foot. */
export const lattice: Facade = (storey) => {
  const { face, skin, y0, y1, random } = storey;
  const bays = baysOf(face.length, 3.4);
  const wide = face.length / bays;
  const top = y1 - 0.6;
  for (let bay = 0; bay < bays; bay++) {
    const a = bay * wide + 0.14;
    const b = (bay + 1) * wide - 0.14;
    if (random() < 0.35) {
      face.box(skin.wall, a, y0, -0.3, b, top, -0.08);
      continue;
    }
    face.box(skin.base, a, y0, -0.3, b, y0 + 0.5, -0.06);
    face.pane(skin.glass, a, y0 + 0.5, b, top, -0.2);
    for (let k = 0; k <= 8; k++) {
      const u = a + ((b - a - 0.05) * k) / 8;
      face.box(skin.frame, u, y0 + 0.5, -0.2, u + (k % 4 === 0 ? 0.08 : 0.04), top, -0.12);
    }
    for (const share of [0, 0.14, 0.5, 0.72, 0.86, 1]) {
      const y = y0 + 0.5 + (top - y0 - 0.56) * share;
      face.box(skin.frame, a, y, -0.19, b, y + 0.05, -0.13);
    }
  }
  for (let i = 0; i <= bays; i++) face.box(skin.post, i * wide - 0.15, y0, -0.3, i * wide + 0.15, y1, 0.02);
  face.box(skin.post, 0, top, -0.3, face.length, top + 0.28, 0.04);
  face.box(skin.wall, 0, top + 0.28, -0.3, face.length, y1, -0.02);
};
