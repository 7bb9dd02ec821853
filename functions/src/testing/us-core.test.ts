import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { lackingIn, profilesOf } from './us-core.ts';

const folder = path.join(import.meta.dirname, 'us-core-examples');
const Resource = z.looseObject({ resourceType: z.string(), meta: z.looseObject({}).optional() });
const Bundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.object({ resource: Resource })),
});

/** The official examples of HL7/US-Core at 85bf4af, without their narratives. */
const examples = readdirSync(folder).map((file) => {
  const json: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const bundle = Bundle.safeParse(json).data;
  return { file, resources: bundle ? bundle.entry.map(({ resource }) => resource) : [Resource.parse(json)] };
});

test('the 24 official examples have all that the table requires', () => {
  expect(examples.length).toBe(24);
  for (const { file, resources } of examples) {
    expect([file, resources.flatMap(profilesOf)]).not.toEqual([file, []]);
    expect([file, resources.flatMap(lackingIn)]).toEqual([file, []]);
  }
});

const planted: [file: string, element: string, lack: string][] = [
  ['patient-example.json', 'identifier', 'patient: identifier'],
  ['patient-example.json', 'name', 'patient: name'],
  ['practitioner-1.json', 'identifier', 'practitioner: identifier'],
  ['organization-acme-lab.json', 'active', 'organization: active'],
  ['coverage-example.json', 'relationship', 'coverage: relationship'],
  ['servicerequest-rehab.json', 'code', 'servicerequest: code'],
  ['documentreference-discharge-summary.json', 'category', 'documentreference: category'],
  ['relatedperson-shaw-niece.json', 'patient', 'relatedperson: patient'],
];

test.each(planted)('%s without its %s is found', (file, element, lack) => {
  const [resource] = examples.find((example) => example.file === file)?.resources ?? [];
  const { [element]: _removed, ...rest } = { ...resource };
  expect(lackingIn(rest)).toContain(lack);
});
