import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchWorld } from '#shared/browser/world-watch';
import { App } from './App.tsx';
import './ui/console.css';
import './ui/dialog.css';
import './ui/drawer.css';
import './ui/list.css';
import './ui/menu.css';
import './ui/shell.css';
import './ui/table.css';

dayjs.locale('zh-cn');
watchWorld();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
