import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engineAdapterNames } from '#shared/domain/engine-adapters';
import { type EngineFake, eachEngineFake, engineFakes } from '../support/engine-fakes.ts';
import { type EngineStory, reservedFen, startEngineStory } from '../support/engine-story.ts';

it('every adapter has a fake', () => {
  expect(Object.keys(engineFakes).toSorted()).toEqual([...engineAdapterNames].toSorted());
});

describe.each(eachEngineFake)('a task at $name', ({ start }) => {
  let fake: EngineFake;
  let story: EngineStory;
  beforeAll(async () => {
    fake = await start();
    story = await startEngineStory(fake);
  });
  afterAll(async () => {
    await story.close();
    await fake.close();
  });

  it('is made, paid once, and stands in both books', async () => {
    const { task, ...books } = await story.end(await story.begin());
    expect(task).toMatchObject({ status: 'succeeded', engine: 'outside', ticket: { held: 0, spent: 1 } });
    expect(books).toEqual({ paid: 1, costFen: fake.pictureFen ?? reservedFen, faults: [] });
  });

  it('reserves its cost once, however often our own disk is full', async () => {
    const adopt = vi.spyOn(story.server.deps.storage, 'adopt');
    for (let times = 0; times < 3; times += 1)
      adopt.mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const paid = fake.paid();
    const { task, ...books } = await story.end(await story.begin(), paid);
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 1 } });
    expect(books).toEqual({ paid: 1, costFen: fake.pictureFen ?? reservedFen, faults: [] });
  });

  it('is made again when its picture is black, and both pictures stand in the books', async () => {
    fake.spoil();
    const paid = fake.paid();
    const { task, ...books } = await story.end(await story.begin(), paid);
    expect(task).toMatchObject({ status: 'succeeded', ticket: { held: 0, spent: 1 } });
    expect(books).toEqual({ paid: 2, costFen: fake.pictureFen ? 2 * fake.pictureFen : reservedFen, faults: [] });
  });

  it('is refused for its words, or for want of money, and costs nobody anything', async () => {
    for (const [cause, reason] of [
      ['moderated', 'engine.moderated'],
      ['noBalance', 'engine.quota'],
    ] as const) {
      if (!fake.refuse) return;
      fake.refuse(cause);
      const paid = fake.paid();
      const { task, ...books } = await story.end(await story.begin(), paid);
      expect(task).toMatchObject({ status: 'failed', error: { reason }, ticket: { spent: 0, held: 0, returned: 1 } });
      expect(books).toEqual({ paid: 0, costFen: 0, faults: [] });
    }
    // Without money it is closed: what names no engine goes to the next.
    const { task } = await story.end(await story.begin(undefined, false));
    expect(task).toMatchObject({ status: 'succeeded', engine: 'test' });
  });
});
