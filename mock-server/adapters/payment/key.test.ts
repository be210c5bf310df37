import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readKey } from './key.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString();
const publicPem = (type: 'pkcs1' | 'spki') => publicKey.export({ type, format: 'pem' }).toString();
const bare = (text: string) => text.replace(/-----[^-]+-----/g, '').replace(/\s/g, '');

it.each([
  ['PKCS#8 PEM', pem('pkcs8')],
  ['PKCS#1 PEM', pem('pkcs1')],
  ['PEM with written-out line breaks', pem('pkcs8').replaceAll('\n', '\\n')],
  ['PEM with line breaks of Windows', pem('pkcs1').replaceAll('\n', '\r\n')],
  ['bare PKCS#8', bare(pem('pkcs8'))],
  ['bare PKCS#1', bare(pem('pkcs1'))],
  ['bare base64 in lines', ` ${bare(pem('pkcs8')).replace(/.{64}/g, '$&\n')}\n`],
])('reads a private key as %s', (_, text) => {
  expect(readKey(text, 'private').equals(privateKey)).toBe(true);
});

it.each([
  ['SPKI PEM', publicPem('spki')],
  ['PKCS#1 PEM', publicPem('pkcs1')],
  ['bare SPKI', bare(publicPem('spki'))],
  ['bare PKCS#1', bare(publicPem('pkcs1'))],
])('reads a public key as %s', (_, text) => {
  expect(readKey(text, 'public').equals(createPublicKey(privateKey))).toBe(true);
});

it('reads a key from a file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'key-'));
  const file = path.join(folder, 'key.pem');
  await writeFile(file, pem('pkcs8'));
  expect(readKey(`@${file}`, 'private').equals(privateKey)).toBe(true);
  await rm(folder, { recursive: true });
  expect(() => readKey(`@${file}`, 'private')).toThrow(`读不到文件 ${file}（ENOENT）`);
});

const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const small = generateKeyPairSync('rsa', { modulusLength: 1024 });

it.each([
  ['nothing', '', 'private', '不是可用的私钥'],
  ['some words', 'my key', 'private', '不是可用的私钥'],
  ['half a key', pem('pkcs8').slice(0, 500), 'private', '不是可用的私钥'],
  ['a public key for a private one', publicPem('spki'), 'private', '不是可用的私钥'],
  ['a bare public key for a private one', bare(publicPem('spki')), 'private', '不是可用的私钥'],
  ['a private key for a public one', pem('pkcs8'), 'public', '不是可用的公钥'],
  ['a bare private key for a public one', bare(pem('pkcs8')), 'public', '不是可用的公钥'],
  ['another kind of key', elliptic.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'private', '2048'],
  ['a key that is too short', small.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'public', '2048'],
] as const)('refuses %s and does not repeat it', (_, text, kind, reason) => {
  expect(() => readKey(text, kind)).toThrow(reason);
  expect(() => readKey(text, kind)).not.toThrow(/MI[IG]/);
});
