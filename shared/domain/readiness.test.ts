import { describe, expect, it } from 'vitest';
import { type DefinedTool, defaultsOf } from '../tools/define-tool.ts';
import { toolById } from '../tools/registry.ts';
import { formOf, obstaclesOf, type ReadinessInput, reasonsNotReady } from './readiness.ts';

function situation(id: string, values: Record<string, unknown>, changes: Partial<ReadinessInput> = {}): ReadinessInput {
  const tool = toolById(id) as DefinedTool;
  const form = { ...defaultsOf(tool), ...values };
  return {
    tool,
    values: form,
    isLoggedIn: true,
    ticketsLeft: 100,
    enginesAvailable: 1,
    isUploading: false,
    ...changes,
  };
}

describe('whether a tool can start', () => {
  it('is ready when everything needed is there', () => {
    expect(reasonsNotReady(situation('toline', { upload_img: 'a' }))).toEqual([]);
    expect(reasonsNotReady(situation('text2Img', { promptTxt: '山间美术馆' }))).toEqual([]);
  });

  it('says what is missing in the words of the form', () => {
    expect(reasonsNotReady(situation('toline', {}))).toEqual(['请先上传底图']);
    expect(reasonsNotReady(situation('compress', {}))).toEqual(['请先上传图片']);
    expect(reasonsNotReady(situation('text2Img', { promptTxt: '   ' }))).toEqual(['请填写创意描述']);
    expect(reasonsNotReady(situation('clean', {}))).toEqual(['请先上传底图', '请先涂抹要修改的区域']);
    expect(reasonsNotReady(situation('localRenderingPro', { upload_img: 'a', mask: 'm' }))).toEqual([
      '请填写创意描述或上传参考图',
    ]);
  });

  it('names the field, so that the form can show the way', () => {
    expect(obstaclesOf(situation('toline', { upload_img: 'a', lineWidth: 99 }))).toEqual([
      { kind: 'field', field: 'lineWidth', message: '线宽应在1到8之间' },
    ]);
  });

  it('waits for a picture on its way instead of asking for it', () => {
    expect(reasonsNotReady(situation('toline', {}, { isUploading: true }))).toEqual(['图片正在上传，请稍候']);
  });

  it('asks for a login last, and says nothing of tickets before it', () => {
    const reasons = reasonsNotReady(situation('toline', {}, { isLoggedIn: false, ticketsLeft: 0 }));
    expect(reasons).toEqual(['请先上传底图', '请先登录']);
  });

  it('counts tickets against the price of this very form', () => {
    const short = (values: object, left: number, freeLeft = 0) =>
      reasonsNotReady(situation('indoorRender', { upload_img: 'a', ...values }, { ticketsLeft: left, freeLeft }));
    expect(short({ num: 4, quality: '2k' }, 7)).toEqual(['普通券不足，需要 8 张，剩余 7 张']);
    expect(short({ num: 4, quality: '2k' }, 8)).toEqual([]);
    expect(short({ num: 4 }, 1, 3)).toEqual([]);
    expect(reasonsNotReady(situation('compress', { images: ['a'] }, { ticketsLeft: 0 }))).toEqual([]);
    expect(reasonsNotReady(situation('ailive', { upload_img: 'a' }, { ticketsLeft: 0 }))).toEqual([]);
  });

  it('counts tickets over all pictures of one start, and says which of them lack something', () => {
    const run = (mask?: string) => ({ upload_img: 'a', ...(mask && { mask }) });
    const runs = [run('m'), run(), run(), run('m')];
    expect(reasonsNotReady(situation('clean', run('m'), { runs, ticketsLeft: 3 }))).toEqual([
      '第 2、3 张：请先涂抹要修改的区域',
      '普通券不足，需要 4 张，剩余 3 张',
    ]);
    const masked = [run('m'), run('m')];
    expect(reasonsNotReady(situation('clean', run('m'), { runs: masked, ticketsLeft: 1, freeLeft: 1 }))).toEqual([]);
    expect(reasonsNotReady(situation('clean', run(), { runs: [run(), run()] }))).toEqual(['请先涂抹要修改的区域']);
  });

  it('is not held up by what is not known yet', () => {
    expect(
      reasonsNotReady(
        situation('toline', { upload_img: 'a' }, { ticketsLeft: undefined, enginesAvailable: undefined }),
      ),
    ).toEqual([]);
  });

  it('says when no engine can do it', () => {
    expect(reasonsNotReady(situation('text2Video', { promptTxt: '海边' }, { enginesAvailable: 0 }))).toEqual([
      '当前没有可以运行「文生视频」的引擎',
    ]);
  });

  it('keeps large sizes for members, and does not take the compression quality for a size', () => {
    const access = { canUse2K: true, canUse4K: false };
    const reasons = (quality: string) =>
      reasonsNotReady(situation('indoorRender', { upload_img: 'a', quality }, { access }));
    expect([reasons('standard'), reasons('2k'), reasons('4k')]).toEqual([[], [], ['2K/4K 为会员功能']]);
    expect(reasonsNotReady(situation('compress', { images: ['a'], mode: 'visual', quality: 100 }, { access }))).toEqual(
      [],
    );
  });
});

describe('what a form sends', () => {
  it('leaves out the empty, the hidden, the switched off and the unknown', () => {
    const { tool, values } = situation('indoorRender', {
      upload_img: 'a',
      style_img: '',
      promptTxt: '奶油风',
      ignoreWordAndImage: true,
      stranger: 1,
    });
    const form = formOf(tool, values);
    expect(
      Object.keys(form).filter((name) => ['style_img', 'ipaPlus', 'promptTxt', 'stranger'].includes(name)),
    ).toEqual([]);
    expect(form).toMatchObject({ upload_img: 'a', ignoreWordAndImage: true, cnStrength: 0.75 });
    expect(tool.params.parse(form)).toMatchObject({ promptTxt: '', ipaPlus: true });
  });

  it('is not stopped by a wrong value in a field nobody sees', () => {
    expect(reasonsNotReady(situation('toline', { upload_img: 'a', lineStyle: 'cad', jitter: 900 }))).toEqual([]);
    expect(reasonsNotReady(situation('toline', { upload_img: 'a', lineStyle: 'sketch', jitter: 900 }))).toEqual([
      '抖动应在0到100之间',
    ]);
  });
});
