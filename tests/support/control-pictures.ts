import sharp from 'sharp';
import type { ControlKind, ControlPictures } from '../../mock-server/adapters/control/port.ts';

/** Control pictures of one colour, at once; kinds that are named in `missing` cannot be made. */
export function plainControl(missing: Partial<Record<ControlKind, string>> = {}): ControlPictures {
  const plain = ({ width, height }: { width: number; height: number }) =>
    sharp({ create: { width, height, channels: 3, background: '#888888' } })
      .png()
      .toBuffer();
  return {
    look: async () => 'model',
    async make(kind, _source, size) {
      const why = missing[kind];
      return why === undefined ? { png: await plain(size) } : { missing: why };
    },
    mask: (_source, size) => plain(size),
    close: async () => undefined,
  };
}
