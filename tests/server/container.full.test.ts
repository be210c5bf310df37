import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedPackages } from '../../scripts/lib/server-packages.mjs';
import { lineDrawing } from '../support/server.ts';
import { drawPicture } from '../support/server-pictures.ts';
import { freePort, inherited, ready } from '../support/server-process.ts';
import { createVisitor, rawRequest } from '../support/server-visitor.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Somebody without rights on this machine, where the tests run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** On the disk, so that packages can be hard-linked; the temporary folder of tests is in memory. */
const onDisk = '/var/tmp';

interface Stage {
  runs: string[];
  copies: Array<{ from: string; to: string }>;
  settings: Record<string, string>;
  command: string[];
}

/** The stages of the Dockerfile; commands of the system's package manager and of users are the image's own. */
function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of dockerfile.replaceAll(/\\\n/g, ' ').split('\n')) {
    const [, instruction, rest = ''] = line.match(/^(\w+)\s+(.*)$/) ?? [];
    const stage = stages.at(-1);
    if (instruction === 'FROM') stages.push({ runs: [], copies: [], settings: {}, command: [] });
    else if (instruction === 'RUN' && rest.startsWith('node ')) stage?.runs.push(rest);
    else if (instruction === 'CMD') stage?.command.push(...(JSON.parse(rest) as string[]));
    else if (instruction === 'ENV' && stage)
      Object.assign(stage.settings, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))));
    else if (instruction === 'COPY' && rest.startsWith('--from=build ')) {
      const [from = '', to = ''] = rest.replace('--from=build ', '').split(' ');
      stage?.copies.push({ from: path.relative('/app', from), to });
    }
  }
  return stages;
}

/** Copies what the build is sent: the files of the repository without those that `.dockerignore` names. */
function copySources(target: string): void {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) {
    if (ignored.some((name) => file === name || file.startsWith(`${name}/`))) continue;
    if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(target, file));
  }
}

describe('an image for containers', () => {
  let folder: string;
  let built: string;
  let image: string;
  let server: ChildProcess;
  let origin: string;
  let printed = '';
  const [build, run] = stagesOf(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));

  beforeAll(async () => {
    folder = mkdtempSync(path.join(existsSync(onDisk) ? onDisk : tmpdir(), 'container-'));
    [built, image] = [path.join(folder, 'build'), path.join(folder, 'image')];
    mkdirSync(path.join(folder, 'data'), { mode: 0o777 });
    for (const part of [folder, path.join(folder, 'data')]) chmodSync(part, 0o777);
    mkdirSync(image);
    copySources(built);
    // Reuses the packages and builds of this checkout: `start.mjs prepare` finds them up to date and downloads nothing.
    for (const part of ['node_modules', 'scripts/node/node_modules', 'dist']) {
      const source = path.join(root, part);
      if (!existsSync(source)) continue;
      const isLinked = spawnSync('cp', ['-al', source, path.join(built, part)]).status === 0;
      if (!isLinked) execFileSync('cp', ['-a', source, path.join(built, part)]);
    }
    for (const step of build?.runs ?? []) {
      const [, ...args] = step.split(' ');
      const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: built, encoding: 'utf8' });
      expect(status, `${step}\n${stdout}${stderr}`).toBe(0);
    }
    for (const { from, to } of run?.copies ?? [])
      renameSync(path.join(built, from), path.join(image, to === './' ? from : to));
    rmSync(built, { recursive: true, force: true });
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const env = {
      ...inherited,
      NODE_COMPILE_CACHE: undefined,
      ...run?.settings,
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
    };
    const [, ...args] = run?.command ?? [];
    // At a low priority, as services may be run: somebody without rights cannot raise it.
    server = spawn('nice', ['-n', '12', process.execPath, ...args], {
      cwd: image,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...nobody,
    });
    const read = (chunk: Buffer) => (printed += chunk.toString());
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    await ready(server, once(server, 'exit'));
  });
  afterAll(async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds every package that the server imports, and neither what builds nor what tests', () => {
    const require = createRequire(path.join(image, 'package.json'));
    const { dependencies } = JSON.parse(readFileSync(path.join(image, 'package.json'), 'utf8'));
    const names = [...importedPackages()].filter((name) => dependencies[name]);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(existsSync(path.join(image, 'node_modules', name)), name).toBe(true);
    for (const name of ['@umijs/max', 'vite', 'vitest', 'antd'])
      expect(existsSync(path.join(image, 'node_modules', name)), name).toBe(false);
    expect(require('sharp').versions.sharp).toBeTruthy();
  });

  it('serves both apps and the calls to somebody without rights on its files', async () => {
    for (const target of ['/', '/admin/', '/api/health'])
      expect((await rawRequest(origin, 'GET', target, {})).status).toBe(200);
  });

  it('marks what is clicked on and runs a tool, in the threads and processes of the bundle', async () => {
    const { api, fetch, upload } = createVisitor(origin);
    await api.loginForTest({ phoneNo: '13800070001' });
    const { imageId } = await upload(await drawPicture('png'));
    const point = { x: 40, y: 40, label: 1 as const };
    expect((await api.clickMask({ imageId, points: [point] })).candidates.length).toBeGreaterThan(0);
    const { taskId } = await api.startTask(lineDrawing(imageId));
    await expect.poll(async () => (await api.getTaskByTaskId({ taskId })).status).toBe('succeeded');
    const [line] = (await api.getTaskByTaskId({ taskId })).images;
    expect((await fetch(line?.url ?? '')).headers.get('content-type')).toMatch(/^image\//);
  });

  it('prints where its control plane opens behind a published port', async () => {
    const address = printed.match(/http:\/\/localhost:\d+(\/__mock\/\?token=[\w-]+)/)?.[1] ?? '';
    const host = 'studio.lan:8000';
    expect((await rawRequest(origin, 'GET', address, { host: '192.168.7.7:8000' })).status).toBe(303);
    expect((await rawRequest(origin, 'GET', '/__mock/', { host: '192.168.7.7:8000' })).status).toBe(404);
    expect((await rawRequest(origin, 'GET', address, { host })).status).toBe(403);
  });
});
