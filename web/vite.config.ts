import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildBudget } from './build-budget.ts';

// The dev server is for work on the screens beside a running `npm start`, whose API and settings it borrows.
const running = 'http://127.0.0.1:5173';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), buildBudget()],
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: ['index.html', 'redirect.html'].map((page) => path.join(import.meta.dirname, page)),
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5174,
    strictPort: true,
    proxy: { '/api': running, '/config.json': running },
  },
});
