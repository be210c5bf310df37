import { describe, expect, it } from 'vitest';
import { CallbackRefused, type QrLoginProvider } from './port.ts';

const scene = 'Scene_0123456789-abcdefghijklmnopqrstuvwxyzA';

/** Conformance suite of providers of QR logins, in vitest. `make` is called for each test. */
export function describeQrLogin(name: string, make: () => Promise<QrLoginProvider>): void {
  describe(`${name} as a QR login`, () => {
    it('says its name and whether it is simulated', async () => {
      const provider = await make();
      expect(provider.name).toMatch(/^[a-z-]+$/);
      expect(provider.isSimulated).toBe(provider.name === 'simulated');
    });

    it('gives a QR code of its own for each scene, short enough to be scanned', async () => {
      const provider = await make();
      const urls = await Promise.all(
        [scene, `${scene.slice(1)}B`].map(async (one) => (await provider.open(one, 180, 'https://example.com')).url),
      );
      expect(new Set(urls).size).toBe(2);
      for (const url of urls) {
        expect(['http:', 'https:']).toContain(new URL(url).protocol);
        expect(url.length).toBeLessThan(200);
      }
    });

    it('refuses calls that nobody has signed', async () => {
      const provider = await make();
      const bodies = ['', '<xml></xml>', '{}', '\u0000'];
      for (const body of bodies)
        await expect(provider.readCallback({ query: {}, body: Buffer.from(body) })).rejects.toThrow(CallbackRefused);
      expect(() => provider.proveAddress({ echostr: 'echo' })).toThrow(CallbackRefused);
      expect(() => provider.proveAddress({ signature: 'zz', timestamp: '-', nonce: '', echostr: 'echo' })).toThrow(
        CallbackRefused,
      );
    });
  });
}
