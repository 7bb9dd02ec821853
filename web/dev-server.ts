import path from 'node:path';
import { createServer } from 'vite';

// Vite's server with hot reload, for `npm run dev`; it ends with the process that started it.
const server = await createServer({ configFile: path.join(import.meta.dirname, 'vite.config.ts') });
await server.listen();
process.on('disconnect', () => void server.close().then(() => process.exit()));
process.send?.('ready');
