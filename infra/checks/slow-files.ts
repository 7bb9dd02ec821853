import { relative } from 'node:path';
import type { Reporter } from 'vitest/node';

const SHOWN = 20;

/** Shows at the end of a long run how much time its projects and slowest files took. */
export const slowFiles: Reporter = {
  onTestRunEnd(modules) {
    if (modules.length <= SHOWN) return;
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic();
      return {
        file: relative(process.cwd(), module.moduleId),
        project: module.project.name,
        ms: duration + collectDuration + setupDuration,
      };
    });
    const slowest = files.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN);
    const projects = Map.groupBy(files, ({ project }) => project);
    const lines = [
      `The ${SHOWN} slowest files, in seconds:`,
      ...slowest.map(({ file, ms }) => row(ms, file)),
      'Seconds of each project, over all its workers:',
      ...[...projects].map(([name, all]) =>
        row(
          all.reduce((sum, { ms }) => sum + ms, 0),
          `${name}, ${all.length} files`,
        ),
      ),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};

const row = (ms: number, name: string) => `${(ms / 1000).toFixed(1).padStart(8)}  ${name}`;
