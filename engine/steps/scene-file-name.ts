/** File name of the masks found in a picture. Raising its number makes every picture's masks be found anew. */
export function sceneFileName(sha256: string): string {
  return `${sha256}-scene-1.bin`;
}
