import { afterAll } from 'vitest';
import { dropDataOfFile } from './api.ts';

afterAll(dropDataOfFile);
