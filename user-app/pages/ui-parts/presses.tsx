import { useState } from 'react';
import { Bar, BarRule } from '../../ui/bar';
import { Button, ButtonLink, buttonLook } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Chip } from '../../ui/chip';
import { IconButton, iconButtonLook } from '../../ui/icon-button';
import { CopyIcon, DownloadIcon, PlusIcon, StarIcon, TrashIcon } from '../../ui/icons';
import { Menu } from '../../ui/menu';
import { Popover } from '../../ui/popover';
import { Segments } from '../../ui/segments';
import { Slider } from '../../ui/slider';
import { TextField } from '../../ui/text-field';
import { Part } from './part';

const looks = [
  ['primary', '主要'],
  ['plain', '普通'],
  ['quiet', '安静'],
  ['danger', '危险'],
  ['text', '文字'],
] as const;

const sizes = [
  ['small', '小'],
  ['normal', '中'],
  ['large', '大'],
] as const;

/** Controls: buttons, choices, sliders and text fields. */
export function Presses() {
  const [isStarred, setStarred] = useState(true);
  const [view, setView] = useState<'month' | 'season' | 'year'>('month');
  const [width, setWidth] = useState(12);
  const [name, setName] = useState('');
  const [isTicked, setTicked] = useState(true);
  return (
    <>
      <Part name="Button">
        {looks.map(([look, word]) => (
          <Button key={look} look={look}>
            {word}
          </Button>
        ))}
        {looks.map(([look, word]) => (
          <Button key={look} look={look} disabled>
            {word}，不可用
          </Button>
        ))}
        {sizes.map(([size, word]) => (
          <Button key={size} size={size}>
            <DownloadIcon size={16} />
            {word}
          </Button>
        ))}
        <Button aria-pressed="true">按下</Button>
        <ButtonLink to="/">链接</ButtonLink>
      </Part>
      <Part name="IconButton">
        {sizes.map(([size, word]) => (
          <IconButton key={size} label={`新建，${word}`} size={size}>
            <PlusIcon />
          </IconButton>
        ))}
        <IconButton label="加星标" isRound aria-pressed={isStarred} onClick={() => setStarred(!isStarred)}>
          <StarIcon fill={isStarred ? 'currentColor' : 'none'} />
        </IconButton>
        <IconButton label="删除" tip="删除（Delete）" disabled>
          <TrashIcon />
        </IconButton>
      </Part>
      <Part name="Chip">
        <Chip>全部</Chip>
        <Chip aria-pressed="true">选中</Chip>
        <Chip count={12}>室外</Chip>
        <Chip disabled>不可用</Chip>
      </Part>
      <Part name="Segments">
        <Segments
          label="周期"
          options={[
            ['month', '按月'],
            ['season', '按季'],
            ['year', '按年'],
          ]}
          value={view}
          onChange={setView}
        />
      </Part>
      <Part name="Slider">
        <Slider label="粗细" min={1} max={40} value={width} start={12} onChange={setWidth} />
        <Slider label="羽化" min={0} max={10} value={4} said="4 像素" isDisabled onChange={() => {}} />
      </Part>
      <Part name="TextField">
        <TextField label="名称" value={name} placeholder="请输入名称" onChange={setName} />
        <TextField label="税号" value="91110000abc" isRequired fault="税号是 15 到 20 位" onChange={() => {}} />
        <TextField label="手机号" lead="+86" value="" placeholder="请输入手机号" onChange={() => {}} />
        <TextField label="密码" isSecret value={name} onChange={setName} />
        <TextField label="说明" value={name} lines={2} maxLength={200} hint="写给审核的人看" onChange={setName} />
      </Part>
      <Part name="Checkbox">
        <Checkbox isChecked={isTicked} onChange={setTicked}>
          填满
        </Checkbox>
      </Part>
      <Part name="Menu · Popover">
        <Menu
          label="更多操作"
          trigger={<CopyIcon />}
          triggerClassName={iconButtonLook()}
          acts={[
            { label: '改名', act: () => {} },
            { label: '复制', icon: <CopyIcon size={16} />, note: 'Ctrl C', act: () => {} },
            { label: 'PNG', note: '下载', act: () => {} },
            { label: '导出', isDisabled: true, act: () => {} },
          ]}
        />
        <Popover trigger="打开面板" triggerClassName={buttonLook()}>
          {() => <p className="p-16">面板里的内容</p>}
        </Popover>
      </Part>
      <Part name="Bar">
        <Bar label="对选中的图片">
          <Button look="quiet">
            <DownloadIcon size={16} />
            下载
          </Button>
          <BarRule />
          <IconButton label="移除">
            <TrashIcon />
          </IconButton>
        </Bar>
      </Part>
    </>
  );
}
