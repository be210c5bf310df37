import { strikeEveryStep } from '../support/flow-strikes.ts';
import { busyAt, meetTrouble } from '../support/troubled-flow.ts';

strikeEveryStep({
  title: 'a database that is busy at any transaction is said, costs nothing, and does no harm afterwards',
  ...{ distinct: 20, repeated: 6 },
  strike: ({ flow, reached, stage, at }) => meetTrouble(flow, reached, stage, busyAt(at)),
});
