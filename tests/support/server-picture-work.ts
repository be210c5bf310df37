import { createPictureWork, type PictureWork } from '../../mock-server/modules/studio/image/picture-work.ts';

let common: PictureWork | undefined;

/**
 * The picture processes of a test's server. Servers that follow each other in this process share them, since each
 * process takes a second to start; a server that closes with work under way takes them with it.
 */
export function sharedPictureWork(): PictureWork {
  let underWay = 0;
  const work = () => (common ??= createPictureWork());

  function counted<Given extends unknown[], Result>(
    perform: (work: PictureWork) => (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return async (...given) => {
      underWay++;
      try {
        return await perform(work())(...given);
      } finally {
        underWay--;
      }
    };
  }

  return {
    takeIn: counted(({ takeIn }) => takeIn),
    measure: counted(({ measure }) => measure),
    doubles: counted(({ doubles }) => doubles),
    likeness: counted(({ likeness }) => likeness),
    copy: counted(({ copy }) => copy),
    warm: () => work().warm(),
    pids: () => work().pids(),
    async close() {
      if (underWay === 0) return;
      const left = common;
      common = undefined;
      await left?.close();
    },
  };
}
