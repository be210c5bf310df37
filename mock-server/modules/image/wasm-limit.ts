/** What a decoder in WebAssembly may hold, bytes: twice what the largest picture needs. Its own limit is 2 GB. */
const most = 1024 ** 3;
const page = 64 * 1024;

/** Makes every WebAssembly memory of this process refuse to grow beyond the limit, so that a bomb ends in a refusal. */
export function limitWasmMemory(): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * page > most) throw new RangeError('the limit of memory is reached');
    return grow.call(this, pages);
  };
}
