import type { Contract, Endpoint } from '#shared/contract/endpoint';
import type { Handlers } from '../http/mount.ts';
import { openApiOf } from '../http/openapi.ts';
import type { controlContract } from './contract.ts';

/** Answers with the description, which is made when it is first asked for. */
export function descriptionCall(contract: Contract): Pick<Handlers<typeof controlContract>, 'planeOpenApi'> {
  let description: string | undefined;
  return {
    planeOpenApi({ response }) {
      description ??= JSON.stringify(planeDescription(contract));
      response.type('json').send(description);
    },
  };
}

/**
 * OpenAPI 3.1 of the control plane, made by the generator of the product's: every call may be refused with
 * `control.closed` or `control.wrong_token`, and from elsewhere than this machine opens with the token that the start prints.
 */
function planeDescription(contract: Contract): Record<string, unknown> {
  const closed = (spec: Endpoint): Endpoint => ({
    ...spec,
    errors: [...spec.errors, 'control.closed', 'control.wrong_token'],
  });
  const whole = openApiOf(Object.fromEntries(Object.entries(contract).map(([name, spec]) => [name, closed(spec)])));
  const paths = Object.entries(whole.paths as Record<string, Record<string, object>>);
  const opened = (calls: Record<string, object>) =>
    Object.fromEntries(
      Object.entries(calls).map(([method, call]) => [method, { ...call, security: [{}, { token: [] }] }]),
    );
  return {
    ...whole,
    info: {
      ...(whole.info as object),
      title: '筑绘 AI 控制面',
      description: '本机模式下给测试用的接口。从本机直接调用；从别的机器带上服务启动时打印的令牌。',
    },
    paths: Object.fromEntries(paths.map(([path, calls]) => [path, opened(calls)])),
    components: {
      ...(whole.components as object),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
  };
}
