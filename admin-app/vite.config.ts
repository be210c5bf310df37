import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = `http://localhost:${process.env.API_PORT ?? 8000}`;
/** @refinedev/antd imports them for its Markdown field, which the console has no use for. */
const markdown = /node_modules\/(react-markdown|remark-gfm)\//;

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: markdown, sideEffects: false }] } },
  },
  server: { port: 8001, proxy: { '/api': api, '/__mock': api } },
});
