import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { settingNames } from '@handoff/functions/config';
import { limitsFor } from '@handoff/functions/auth/limits';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { NewBusinessDomain, proposedBusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { bounded, dataModel, protection, withKinds } from './record-tables.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'infra/docs/protection.md'), 'utf8');
const source = globSync('functions/src/**/*.ts', { cwd: root })
  .filter((file) => !/\.test|\/testing\/|\/fhir\//.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('\n');

/** Returns the code spans in the first column of the table under this heading. */
const listedUnder = (heading: string) => {
  const [, section = ''] = page.split(`## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const cells = [...text.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
};
const foundIn = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

test('every kind of record is listed with its contents, and no other', () => {
  expect(listedUnder('Kinds of data').length).toBeGreaterThan(40);
  expect(withKinds(page, protection)).toBe(page);
});

test('the data model lists every declared kind of record', () => {
  const model = readFileSync(dataModel.file, 'utf8');
  expect(withKinds(model, dataModel)).toBe(model);
  expect(withKinds(model, bounded)).toBe(model);
  expect(model).toContain('| `note` | `d:<agency>` | `referral` by `ReferralId`');
});

test('every log event is listed, with whether an alert reads it', () => {
  const events = foundIn(source, /event: '([a-z-]+)'/g);
  expect(events.length).toBeGreaterThan(25);
  expect(listedUnder('Log').toSorted()).toEqual(events);
  const alerts = readFileSync(path.join(root, 'infra/azure/modules/monitoring.bicep'), 'utf8');
  const watched = events.filter((event) => alerts.includes(`"${event}"`));
  const saidWatched = events.filter((event) => !new RegExp(`\`${event}\` \\|.*\\| no \\|`).test(page));
  expect(saidWatched).toEqual(watched);
});

test('the limits match the documentation', () => {
  const { calls, writes, anonymous, senders, reveals, exports, emergencySearches, uploads, checks } =
    limitsFor({
      callsPerMinute: 300,
    });
  const perMinute = ({ perMinute: rate, burst }: typeof calls) => `${rate} a minute, ${burst} at once`;
  const perHour = ({ perMinute: rate, burst }: typeof calls) =>
    `${Math.round(rate * 60)} an hour, ${burst} at once`;
  const rows = [
    ['calls', perMinute(calls)],
    ['of these, writes', perMinute(writes)],
    ['requests without a good sign-in, by address', perMinute(anonymous)],
    ['requests with the secret of a link, by address', perMinute(senders)],
    ["reveals of a patient's numbers", perHour(reveals)],
    ['exports', perHour(exports)],
    ['searches for a restricted patient in an emergency', perHour(emergencySearches)],
    [
      'uploaded documents',
      `${uploads.perUserAndDay} a day; ${uploads.bytesPerAgencyAndDay / 1024 ** 3} GiB a day by agency`,
    ],
    [
      'paid checks of eligibility',
      `${checks.perUserAndHour} an hour; ${checks.perAgencyAndDay} a day by agency, of these ${checks.scheduledPerAgencyAndDay} by the timer`,
    ],
  ];
  for (const [what, limit] of rows) expect(page).toContain(`| ${what} | ${limit} |`);
  const held = /"maxOutstandingRequests": (\d+)/.exec(readFileSync(path.join(root, 'host.json'), 'utf8'));
  expect(calls.burst).toBeLessThan(Number(held?.[1]));
  expect(page).toContain(`the ${held?.[1]} requests`);
  expect(page).toContain(`| one document | ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB;`);
});

test('the inactivity timeout matches the documentation', () => {
  const { minimum, maximum } = z.toJSONSchema(NewBusinessDomain.shape.IdleMinutes);
  const minutes = `${proposedBusinessDomain.IdleMinutes} minutes, ${minimum} to ${maximum} by agency`;
  expect(page).toContain(`| inactivity | ${minutes};`);
});

test('every address in a setting is listed, and no other', () => {
  const addresses = settingNames.azure.filter((name) =>
    /ENDPOINT|Uri$|_URI$|_URL$|ISSUER|VAULT_KEY|CONNECTION_STRING/.test(name),
  );
  expect(listedUnder('Addresses').toSorted()).toEqual(addresses.toSorted());
});
