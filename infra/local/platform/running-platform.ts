import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writePrivateJson } from '../secrets.ts';
import { portNames } from './ports.ts';

const Running = z.object({
  pid: z.number(),
  url: z.string(),
  cosmosUrl: z.string(),
  ports: z.record(z.enum(portNames), z.number()),
});
type Running = z.infer<typeof Running>;

const fileOf = (folder: string) => path.join(folder, 'running.json');

export function rememberRunning(folder: string, running: Omit<Running, 'pid'>): void {
  writePrivateJson(fileOf(folder), { pid: process.pid, ...running });
}

export function forgetRunning(folder: string): void {
  rmSync(fileOf(folder), { force: true });
}

/** Finds the platform that uses this folder now; files of a killed one do not count. */
export async function findRunning(folder: string): Promise<Running | undefined> {
  const running = readRunning(folder);
  if (running === undefined || !isAlive(running.pid)) return undefined;
  // The number may belong to another process by now.
  const answers = await fetch(running.cosmosUrl).then(
    () => true,
    () => false,
  );
  return answers ? running : undefined;
}

function readRunning(folder: string): Running | undefined {
  try {
    return Running.parse(JSON.parse(readFileSync(fileOf(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but is someone else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
