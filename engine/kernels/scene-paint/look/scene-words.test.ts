import { describe, expect, it } from 'vitest';
import { readSceneWords } from './scene-words.ts';

describe('what a description asks of a scene', () => {
  it('names a finish and an hour', () => {
    expect(readSceneWords('清水混凝土外墙，黄昏', '')).toMatchObject({ wall: { finish: '混凝土' }, mood: 'dusk' });
  });

  it('does not take white paint or a shadow for weather', () => {
    expect(readSceneWords('雪白的墙，阴影柔和', '').mood).toBeUndefined();
  });

  it('hears what is not wanted', () => {
    expect(readSceneWords('', '不要人物和车').unwanted).toEqual({
      people: true,
      vehicles: true,
      plants: false,
      water: false,
    });
    expect(readSceneWords('雨天', '雨').mood).toBeUndefined();
  });
});
