/** The agreements of the product, in the order they are shown in. */
export const agreementKeys = ['user', 'privacy', 'member', 'mark'] as const;
export type AgreementKey = (typeof agreementKeys)[number];

export const agreementTitles: Readonly<Record<AgreementKey, string>> = {
  user: '用户协议',
  privacy: '隐私政策',
  member: '会员协议',
  mark: 'AI 生成内容标识说明',
};

/** Those that every login asks consent to. */
export const loginAgreements: readonly AgreementKey[] = ['user', 'privacy'];

/** One published version as consents name it, e.g. `user-2`. */
export function agreementVersionName(key: AgreementKey, edition: number): string {
  return `${key}-${edition}`;
}

/** An agreement as it is shown: items are numbered where they stand. */
export interface AgreementBody {
  lead: readonly string[];
  sections: ReadonlyArray<{ heading: string; items: readonly string[] }>;
}

/** Longest text of an agreement, characters. */
export const longestAgreement = 40_000;

/**
 * Reads an agreement's text: `## ` begins a section, every other line is one item of it, with or without `- ` or `1. `
 * before it; what stands above the first section leads in. Anything else, HTML too, is text.
 */
export function readAgreement(text: string): AgreementBody {
  const lead: string[] = [];
  const sections: Array<{ heading: string; items: string[] }> = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const heading = /^#{1,3}\s+(.+)$/.exec(line)?.[1];
    if (heading) sections.push({ heading, items: [] });
    else (sections.at(-1)?.items ?? lead).push(line.replace(/^(?:[-*]|\d+[.、])\s+/, ''));
  }
  return { lead, sections };
}

/** Pieces of a line in their order; `**…**` stands out. */
export function piecesOf(line: string): Array<{ text: string; isStrong: boolean }> {
  return line
    .split(/\*\*(.+?)\*\*/)
    .map((text, place) => ({ text, isStrong: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** {@link readAgreement} the other way round. */
export function writeAgreement({ lead, sections }: AgreementBody): string {
  const parts = sections.map(({ heading, items }) => [`## ${heading}`, ...items.map((item) => `- ${item}`)].join('\n'));
  return [...lead, ...parts].join('\n\n');
}
