/** One agreement as data. */
export interface AgreementText {
  /** `YYYY-MM-DD`. */
  effectiveAt: string;
  lead: string;
  sections: ReadonlyArray<{ heading: string; items: readonly string[] }>;
}
