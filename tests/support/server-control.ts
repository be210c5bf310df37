import { enlargement, type TestServer } from './server.ts';
import { drawPicture } from './server-pictures.ts';
import { rawRequest } from './server-visitor.ts';

/** The control plane of the server a test has at the moment, and a member with a finished task to look at. */
export function controlOf(serverNow: () => TestServer) {
  async function control(method: string, path: string, body?: unknown) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const { status, json, text } = await rawRequest(
      serverNow().origin,
      method,
      `/__mock${path}`,
      headers,
      body === undefined ? undefined : JSON.stringify(body),
    );
    return { status, json: json as never, text };
  }

  async function checks(): Promise<{ ok: boolean; broken: string[] }> {
    const { json } = await control('GET', '/invariants');
    const answer = json as { ok: boolean; checks: Array<{ name: string; ok: boolean; faults: string[] }> };
    return { ok: answer.ok, broken: answer.checks.filter((check) => !check.ok).map(({ name }) => name) };
  }

  async function memberWithResult() {
    const member = await serverNow().member();
    const { imageId } = await member.upload(await drawPicture());
    const { taskId } = await member.api.startTask(enlargement(imageId, 4));
    await serverNow().deps.runner.idle();
    return { member, imageId, taskId };
  }

  return { control, checks, memberWithResult };
}
