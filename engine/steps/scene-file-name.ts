/** Name under which what was found in a picture is kept; another number makes all files anew. */
export function sceneFileName(sha256: string): string {
  return `${sha256}-scene-1.bin`;
}
