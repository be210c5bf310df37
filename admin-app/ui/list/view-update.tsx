import { Button, Form } from 'antd';
import { useEffect } from 'react';
import { type StaffView, viewDeskContract } from '#shared/contract/view-desk';
import { readList } from '../../providers/router.ts';
import { OvertakenNote } from '../overtaken-note.tsx';
import { Refusal } from '../refusal.tsx';
import { useVersionedForm } from '../use-versioned-form.ts';
import { useWrite } from '../use-write.ts';
import { densityLabels } from './list-layout.ts';

interface Kept {
  name: string;
  query: string;
  layout: StaffView['layout'];
}

interface Props {
  view: StaffView;
  /** The list as it is now. */
  now: Pick<Kept, 'query' | 'layout'>;
  /** A field of the list in words. */
  titleOf: (field: string) => string;
  onKept: (view: StaffView) => void;
}

const labels: Record<keyof Kept, string> = { name: '名称', query: '条件', layout: '列与行距' };

const toFields = ({ name, query, layout }: StaffView): Kept => ({ name, query, layout });

/** Keeps the list as it is now under the name of its view; what somebody else kept there meanwhile stands beside it. */
export function ViewUpdate({ view, now: { query, layout }, titleOf, onKept }: Props) {
  const write = useWrite(['views']);
  const { form, base, overtaken } = useVersionedForm(view, toFields, write);

  // The query and layout of the list are the draft of this form.
  const shown = JSON.stringify(layout);
  useEffect(() => {
    form.setFields([
      { name: 'query', value: query, touched: true },
      { name: 'layout', value: JSON.parse(shown), touched: true },
    ]);
  }, [form, query, shown]);

  const wordOf = (name: keyof Kept, value: Kept[keyof Kept]): string => {
    if (name === 'query') return questionWord(String(value), titleOf);
    return name === 'layout' ? layoutWord(value as Kept['layout']) : String(value);
  };
  const keep = async () => {
    const { query: wanted, layout: columns } = form.getFieldsValue(true) as Kept;
    const change = { id: base.id, version: base.version, query: wanted, layout: columns };
    let kept: StaffView | undefined;
    const isDone = await write.send(viewDeskContract.updateView, change, (answer) => {
      kept = answer;
      return `已更新视图「${answer.name}」`;
    });
    if (isDone && kept) onKept(kept);
  };
  return (
    <Form<Kept> form={form} onFinish={() => void keep()}>
      <OvertakenNote<Kept>
        overtaken={overtaken}
        form={form}
        labelOf={(name) => labels[name]}
        wordOf={(name, value) => wordOf(name, value)}
      />
      <Refusal error={write.error} form={form} />
      <Form.Item name="query" hidden>
        <input type="hidden" />
      </Form.Item>
      <Form.Item name="layout" hidden>
        <input type="hidden" />
      </Form.Item>
      <Button block htmlType="submit" loading={write.isPending}>
        更新「{base.name}」
      </Button>
    </Form>
  );
}

/** E.g. `状态 paid、completed，按 金额 从大到小`. */
function questionWord(query: string, titleOf: (field: string) => string): string {
  const { filters, sorters } = readList(query === '' ? '' : `?${query}`);
  const conditions = filters.flatMap((filter) =>
    'field' in filter ? [`${titleOf(filter.field)} ${[filter.value].flat().join('、')}`] : [],
  );
  const orders = sorters.map(({ field, order }) => `按${titleOf(field)}${order === 'desc' ? '从大到小' : '从小到大'}`);
  return [...(conditions.length > 0 ? conditions : ['没有条件']), ...orders].join('，');
}

function layoutWord(layout: StaffView['layout']): string {
  if (!layout) return '没有设定';
  const { density, hidden, order } = layout;
  const columns = hidden.length > 0 ? `隐藏 ${hidden.length} 列` : '全部列';
  return `${densityLabels[density]}，${columns}${order.length > 0 ? '，改过顺序' : ''}`;
}
