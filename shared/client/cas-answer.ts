/** What the tickets service said, as spec §7 hands it on; only `data`, empty, where it said none of the protocol's answers. */
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
