import type { Size } from '../../../base/blur.ts';
import type { FilmBand } from '../film.ts';
import { filterByModule } from './module-filter.ts';
import { filterByScript } from './script-filter.ts';

const passes = 5;

/**
 * Smooths the gathered light in growing steps, stopped by changes of normal and depth (à-trous wavelet).
 *
 * @returns four numbers a point: light and the sum of it
 */
export function filterLight(film: FilmBand, size: Size): Float32Array {
  try {
    return filterByModule(film, size, passes);
  } catch (fault) {
    if (fault instanceof RangeError || fault instanceof WebAssembly.CompileError)
      return filterByScript(film, size, passes);
    throw fault;
  }
}
