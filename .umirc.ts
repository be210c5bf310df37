import { defineConfig } from '@umijs/max';
import { routes } from './user-app/routes';

export default defineConfig({
  plugins: ['./user-app/umi-plugin.ts'],
  npmClient: 'npm',
  outputPath: 'dist/user',
  base: '/',
  publicPath: '/',
  history: { type: 'browser' },
  hash: true,
  title: '筑绘 AI',
  routes,
  access: {},
  model: {},
  initialState: {},
  polyfill: false,
  targets: { chrome: 100 },
  esbuildMinifyIIFE: true,
  copy: [{ from: 'user-app/public', to: 'dist/user' }],
  mfsu: false,
  proxy: {
    '/api': { target: `http://localhost:${process.env.API_PORT ?? 8000}` },
    '/cas': { target: `http://localhost:${process.env.API_PORT ?? 8000}` },
    '/__mock': { target: `http://localhost:${process.env.API_PORT ?? 8000}` },
  },
});
