import { sha256 } from '../core/hash.ts';
import { expect, test } from 'vitest';
import type { Platform } from '../platform/ports.ts';
import { callerNamed } from '../testing/writes.ts';
import { auditId, chainAudit, headText } from './audit-chain.ts';

const now = new Date('2026-11-24T12:00:00.000Z');
const signer = { sign: (text: string) => `seal of ${text}`, isSignature: () => true };
const untraced: Platform['trace'] = {
  span: (_span, work) => work(() => {}),
  add: () => {},
  traceId: () => undefined,
  traceparent: () => undefined,
  link: () => {},
};
const links: Parameters<typeof chainAudit>[0] = {
  head: undefined,
  audits: [
    { action: 'list.updated', subject: 't1', changes: [] },
    { action: 'note.edited', subject: 't1', changes: [{ field: 'Name', old: 'One', new: 'Two' }] },
  ],
  etag: 'v1',
  caller: callerNamed('ana'),
  requestId: 'r-1',
  platform: { trace: untraced },
  partition: { key: 'd:a' },
  signer,
  now,
};

test('the first entries begin a chain, each linked to the one before, with the head sealed at the end', () => {
  const chained = chainAudit(links);
  const [head, first, second] = chained.map(({ document }) => document);
  expect(chained.map(({ op }) => op)).toEqual(['create', 'create', 'create']);
  const said = { at: now.toISOString(), oid: callerNamed('ana').claims.oid };
  const entry = { ...said, name: 'Ana Intake', requestId: 'r-1', etag: 'v1' };
  expect(first).toMatchObject({
    id: 'audit|000000000001',
    type: 'audit',
    seq: 1,
    ...said,
    action: 'list.updated',
    subject: 't1',
    prev: '',
    hash: sha256(String(first?.['entry'])),
  });
  expect(JSON.parse(String(first?.['entry']))).toEqual({ seq: 1, ...entry, ...links.audits[0] });
  expect(second).toMatchObject({
    id: 'audit|000000000002',
    prev: first?.['hash'],
    hash: sha256(`${String(first?.['hash'])}${String(second?.['entry'])}`),
  });
  expect(JSON.parse(String(second?.['entry']))).toEqual({ seq: 2, ...entry, ...links.audits[1] });
  expect(head).toEqual({
    id: 'audit-head',
    type: 'audit-head',
    seq: 2,
    hash: second?.['hash'],
    seal: `seal of d:a\n2\n${String(second?.['hash'])}`,
  });
});

test('later entries continue from the head, which is replaced in the version that was read', () => {
  const head = { id: 'audit-head', type: 'audit-head', _etag: 'e7', seq: 7, hash: 'h7' };
  const [moved, first] = chainAudit({ ...links, head });
  expect(moved).toMatchObject({ op: 'replace', ifMatch: 'e7', document: { seq: 9 } });
  expect(first?.document).toMatchObject({ id: auditId(8), seq: 8, prev: 'h7' });
});

test('a change without an entry moves the head and leaves the chain unchanged', () => {
  const head = { id: 'audit-head', type: 'audit-head', _etag: 'e7', seq: 7, hash: 'h7' };
  expect(chainAudit({ ...links, head, audits: [] })).toEqual([
    {
      op: 'replace',
      ifMatch: 'e7',
      document: {
        id: 'audit-head',
        type: 'audit-head',
        seq: 7,
        hash: 'h7',
        seal: `seal of ${headText('d:a', { seq: 7, hash: 'h7' })}`,
      },
    },
  ]);
});

test('a traced entry names its trace', () => {
  const trace = { ...untraced, traceId: () => 'abc' };
  const [, first] = chainAudit({ ...links, platform: { trace } });
  expect(JSON.parse(String(first?.document['entry']))).toMatchObject({ requestId: 'r-1', traceId: 'abc' });
});

test('ids of entries sort as their numbers do', () => {
  expect([9, 10, 1_000].map(auditId).toSorted()).toEqual([9, 10, 1_000].map(auditId));
});
