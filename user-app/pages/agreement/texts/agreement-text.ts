/** One agreement as data. Items are numbered where they are shown. */
export interface AgreementText {
  /** Value of the `tab` query. */
  key: 'user' | 'privacy' | 'member' | 'mark';
  title: string;
  version: string;
  /** `YYYY-MM-DD`. */
  effectiveAt: string;
  lead: string;
  sections: readonly { heading: string; items: readonly string[] }[];
}
