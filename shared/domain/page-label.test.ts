import { describe, expect, it } from 'vitest';
import vectors from '../../tests/fixtures/page-label.json' with { type: 'json' };
import { isPersonalCenter, pageLabelOf, pageTitles } from './page-label.ts';

interface Vector {
  n: number;
  input: string;
  label: string;
  ids?: (string | null)[];
  note: string;
}

describe('page labels', () => {
  it.each(vectors as Vector[])('$n: $input is $label ($note)', ({ input, label, ids }) => {
    expect(pageLabelOf(input)).toEqual(ids ? { label, ids } : { label });
  });

  it('gives the same label with and without the origin', () => {
    expect(pageLabelOf('https://zhuhui.example:8000/classifyPage/1-101?a=b')).toEqual(
      pageLabelOf('/classifyPage/1-101'),
    );
    expect(pageLabelOf('http://localhost')).toEqual({ label: 'home' });
  });

  it.each([
    ['/authorInspirationhome/1', 'imageSetDetail'],
    ['/insHomeByCreate/1', 'imageSetDetail:created'],
    ['/insHomeByCase/1', 'caseDetail'],
    ['/moreCollections', 'moreImageSets'],
    ['/casemineByCreate', 'myHome:created'],
    ['/casemineByCollect', 'myHome:collected'],
    ['/authorHomePage/31', 'caseAuthor'],
    ['/myPersonCenter', 'myCenter'],
    ['/findPage', 'discover'],
    ['/agreement', 'agreement'],
  ])('knows %s', (path, label) => {
    expect(pageLabelOf(path)).toEqual({ label });
  });

  it('survives a path that cannot be decoded and names of object members', () => {
    expect(pageLabelOf('/%E5%AE')).toEqual({ label: 'unknown' });
    expect(pageLabelOf('/constructor')).toEqual({ label: 'unknown' });
  });

  it('has a title for every label it gives', () => {
    const labels = (vectors as Vector[]).map(({ input }) => pageLabelOf(input).label);
    expect(labels.filter((label) => !pageTitles[label])).toEqual([]);
  });

  it('knows personal-center pages', () => {
    expect(
      ['/myPersonCenter', '/otherPersonCenter/4', '/casemineByCase', '/tupianHome'].map((path) =>
        isPersonalCenter(pageLabelOf(path).label),
      ),
    ).toEqual([true, true, false, false]);
  });
});
