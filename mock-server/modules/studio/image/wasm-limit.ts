/** Memory limit of a decoder in WebAssembly, bytes: twice the need of the largest picture. Its own limit is 2 GB. */
const usual = 1024 ** 3;
const page = 64 * 1024;

let most = usual;
let isReached = false;

/** Makes every WebAssembly memory of this process refuse to grow beyond the limit, so that a bomb ends in a refusal. */
export function limitWasmMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * page > most) {
      isReached = true;
      throw new RangeError('the limit of memory is reached');
    }
    return grow.call(this, pages);
  };
}

/** Sets the limit and resets `isReached`. @param bytes maximum size of a WebAssembly memory; default {@link usual} */
export function watchWasmMemory(bytes = usual): { readonly isReached: boolean } {
  most = bytes;
  isReached = false;
  return {
    get isReached() {
      return isReached;
    },
  };
}
