/** 990 → `9.90`. */
export function toYuan(fen: number): string {
  const digits = String(fen).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `9.9`, `9.90` and `9` → 990 or 900. Throws where it is no amount of whole fen. */
export function toFen(yuan: string): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(yuan);
  if (!match) throw new Error(`not an amount in yuan: ${yuan.slice(0, 40)}`);
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
