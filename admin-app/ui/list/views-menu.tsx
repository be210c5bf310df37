import { Button, Popover } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type StaffView, viewDeskContract } from '#shared/contract/view-desk';
import { staffRoleLabels } from '#shared/domain/staff-permissions';
import { ViewIcon } from '../icons.tsx';
import { useWriteMessage } from '../use-write.ts';
import type { LayoutState } from './use-list-layout.ts';
import type { Views } from './use-views.ts';
import { ViewForm } from './view-form.tsx';
import { ViewUpdate } from './view-update.tsx';

interface Props {
  resource: string;
  views: Views;
  layout: LayoutState;
  /** A field of the list in words. */
  titleOf: (field: string) => string;
}

/** Lists under a name: open one, keep the present one, set the one the list opens with. */
export function ViewsMenu(props: Props) {
  const { views, layout } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { open, isMoved } = views;
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<ViewChoices {...props} onDone={() => setIsOpen(false)} />}
    >
      <Button className="view-button" icon={<ViewIcon />} aria-expanded={isOpen}>
        <span className="clip">{open ? open.name : '视图'}</span>
        {open && (isMoved || layout.isOwn) && <span className="quiet">（已改动）</span>}
      </Button>
    </Popover>
  );
}

function ViewChoices({ resource, views, layout, titleOf, onDone }: Props & { onDone: () => void }) {
  const navigate = useNavigate();
  const { send, isPending } = useWriteMessage(['views']);
  const { open, isAdmin, isMoved } = views;
  const mayChange = (view: StaffView) => view.scope === 'own' || isAdmin;

  const remove = async (view: StaffView) => {
    if (!(await send(viewDeskContract.deleteView, { id: view.id }, ({ name }) => `已删除视图「${name}」`))) return;
    if (view.id === open?.id) void navigate(views.everything);
  };
  const setDefault = ({ id, version, isDefault }: StaffView) =>
    send(viewDeskContract.updateView, { id, version, isDefault: !isDefault }, ({ name }) =>
      isDefault ? `「${name}」不再默认打开` : `以后默认打开「${name}」`,
    );

  return (
    <div className="views-menu">
      <ul aria-label="视图">
        <li>
          <Link to={views.everything} onClick={onDone} aria-current={open ? undefined : 'true'}>
            全部
          </Link>
        </li>
        {views.views.map((view) => (
          <li key={view.id}>
            <Link to={views.addressOf(view)} onClick={onDone} aria-current={view.id === open?.id ? 'true' : undefined}>
              <span className="clip wide-clip">{view.name}</span>
              {view.role && <span className="tag">{staffRoleLabels[view.role]}</span>}
              {view.isDefault && <span className="tag">默认</span>}
            </Link>
            {mayChange(view) && (
              <span className="row-actions">
                <Button
                  type="text"
                  size="small"
                  disabled={isPending}
                  aria-label={`${view.isDefault ? '取消默认' : '设为默认'} ${view.name}`}
                  onClick={() => void setDefault(view)}
                >
                  {view.isDefault ? '取消默认' : '设为默认'}
                </Button>
                <Button
                  type="text"
                  size="small"
                  danger
                  disabled={isPending}
                  aria-label={`删除视图 ${view.name}`}
                  onClick={() => void remove(view)}
                >
                  删除
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {open && mayChange(open) && (isMoved || layout.isOwn) && (
        <ViewUpdate
          key={open.id}
          view={open}
          now={{ query: views.question, layout: layout.isOwn ? layout.layout : open.layout }}
          titleOf={titleOf}
          onKept={(view) => {
            layout.reset();
            void navigate(views.addressOf(view));
          }}
        />
      )}
      <ViewForm
        resource={resource}
        isAdmin={isAdmin}
        question={views.question}
        layout={layout.layout}
        onMade={(view) => {
          onDone();
          void navigate(views.addressOf(view));
        }}
      />
    </div>
  );
}
