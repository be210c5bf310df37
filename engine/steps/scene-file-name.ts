/**
 * File name of what was read in a picture. Raising its number makes every picture be read anew, and so do other weights.
 *
 * @param sha256 of the picture's content, hexadecimal
 * @param weights mark of the network's weights; absent where the classical masks stand in for it
 */
export function sceneFileName(sha256: string, weights?: string): string {
  return `${sha256}-scene-6-${weights ?? 'classical'}.bin`;
}
