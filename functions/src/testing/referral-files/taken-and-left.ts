import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../core/app-error.ts';
import { readReferralFile } from '../../features/drafts/files/read-referral-file.ts';

// `npx node functions/src/testing/referral-files/taken-and-left.ts <folder>` prints, as a table, what a draft takes from each file of other systems there,
// and what it leaves. Nothing is stored. Real files hold patient data, and so does the output.
const [, , folder = 'functions/src/testing/examples/referral-samples'] = process.argv;

const row = (...cells: (string | number)[]) =>
  process.stdout.write(`| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |\n`);

row('file', 'taken', 'left', 'orders', 'documents');
row('---', '---', '---', '---', '---');
const files = await readdir(folder, { recursive: true, withFileTypes: true });
for (const file of files.filter((entry) => entry.isFile()).toSorted((a, b) => a.name.localeCompare(b.name)))
  try {
    const read = await readReferralFile(await readFile(path.join(file.parentPath, file.name)));
    row(
      file.name,
      `${read.Taken.length}: ${read.Taken.map(({ Field, From }) => `${Field} (${From})`).join(', ')}`,
      `${read.Left.length}: ${read.Left.map(({ Where, Why }) => `${Where} ${Why}`).join(', ')}`,
      read.Orders.map(({ Value }) => Value).join(', '),
      read.attached.length + 1,
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    row(file.name, `refused: ${error.message}`, '', '', '');
  }
