/**
 * The ticket service's answer as clients hand it on; only an empty `data` unless its status is 200, 201 or 401
 * (docs/RULES.md R8).
 */
export type CasAnswer =
  | {
      /** The body as text: a service ticket, an HTML form, or nothing. */
      data: string;
      url: string;
      status: number;
      /** The new ticket's resource; null where the answer names none. */
      location: string | null;
    }
  | { data: Record<string, never> };

const answeredStatuses = [200, 201, 401];

export function isCasTicketPath(address: string): boolean {
  return /^(https?:\/\/[^/]+)?\/cas\/v1\/tickets(?=[/?]|$)/.test(address);
}

export async function readCasAnswer(response: Response, target: string): Promise<CasAnswer> {
  const { status, url, headers } = response;
  if (!answeredStatuses.includes(status)) return { data: {} };
  return { data: await response.text(), url: url || target, status, location: headers.get('location') };
}
