import { staffCookie, userCookie, viewerCookie } from '../../../http/cookies.ts';
import type { Exchange } from '../exchange.ts';

/** Somebody's browser, told from others by its cookies. */
export interface Browser {
  name: string;
  /** Account whose session it had before the first recorded request; it is logged in before the replay. */
  accountId: string | null;
}

/** Cookies that browsers have alike, and those of sessions. */
const alikeEverywhere: readonly string[] = ['has_session', 'is_viewing', 'mock_space'];
const sessions = [userCookie, staffCookie, viewerCookie];

interface Jar extends Browser {
  cookies: Map<string, string>;
}

/** Finds the browser of each exchange, in the order of the requests. */
export class Browsers {
  readonly #jars: Jar[] = [];

  of({ cookies, setCookies, accountId }: Exchange): Browser {
    const jar = this.#find(cookies) ?? this.#open(cookies, accountId);
    for (const [name, mark] of Object.entries(setCookies)) {
      if (alikeEverywhere.includes(name)) continue;
      if (mark === null) jar.cookies.delete(name);
      else jar.cookies.set(name, mark);
    }
    return jar;
  }

  all = (): readonly Browser[] => this.#jars;

  /**
   * A jar has the session of the request, or like it none, no cookie of another value, and the most of its cookies.
   */
  #find(cookies: Record<string, string>): Jar | undefined {
    const sent = Object.entries(cookies).filter(([name]) => !alikeEverywhere.includes(name));
    if (sent.length === 0) return this.#jars.find((jar) => jar.cookies.size === 0);
    const alike = (jar: Jar) => sent.filter(([name, mark]) => jar.cookies.get(name) === mark).length;
    return this.#jars
      .filter((jar) => alike(jar) > 0 && sessions.every((name) => jar.cookies.get(name) === cookies[name]))
      .filter((jar) => sent.every(([name, mark]) => (jar.cookies.get(name) ?? mark) === mark))
      .sort((one, other) => alike(other) - alike(one))[0];
  }

  #open(cookies: Record<string, string>, accountId: string | null): Jar {
    const isGiven = sessions.some((name) => cookies[name] !== undefined);
    const jar: Jar = {
      name: `browser${this.#jars.length + 1}`,
      accountId: isGiven ? accountId : null,
      cookies: new Map(Object.entries(cookies).filter(([name]) => !alikeEverywhere.includes(name))),
    };
    this.#jars.push(jar);
    return jar;
  }
}
