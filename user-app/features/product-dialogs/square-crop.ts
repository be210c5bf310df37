/** A square cut from a picture, seen in a window of `side` pixels: how large, and where its upper left corner lies. */
export interface Crop {
  /** From 1, at which the shorter side fills the window. */
  zoom: number;
  /** Pixels of the window from its corner to the picture's, never above 0. */
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** Pixels of the window per pixel of the picture. */
export function scaleOf({ width, height }: Size, side: number, zoom: number): number {
  return (side / Math.min(width, height)) * zoom;
}

/** The middle of the picture, as large as it goes in. */
export function startCrop(size: Size, side: number): Crop {
  const scale = scaleOf(size, side, 1);
  return { zoom: 1, x: (side - size.width * scale) / 2, y: (side - size.height * scale) / 2 };
}

/** The same kept inside the picture. */
export function keptInside(crop: Crop, size: Size, side: number): Crop {
  const scale = scaleOf(size, side, crop.zoom);
  const within = (at: number, length: number) => Math.min(0, Math.max(side - length * scale, at));
  return { zoom: crop.zoom, x: within(crop.x, size.width), y: within(crop.y, size.height) };
}

/** Zooms round the middle of the window. */
export function zoomed(crop: Crop, zoom: number, size: Size, side: number): Crop {
  const half = side / 2;
  const share = zoom / crop.zoom;
  return keptInside({ zoom, x: half - (half - crop.x) * share, y: half - (half - crop.y) * share }, size, side);
}

/** The square in pixels of the picture. */
export function cutOf(crop: Crop, size: Size, side: number): { left: number; top: number; side: number } {
  const scale = scaleOf(size, side, crop.zoom);
  return { left: 0 - crop.x / scale, top: 0 - crop.y / scale, side: side / scale };
}
