import type { DocumentStore, Operation, Partition, Versioned } from '@handoff/functions/platform/ports';
import { domains } from '@handoff/functions/records/kinds/user-records';
import { queryOf, select } from '@handoff/functions/records/select';
import { referralKind } from '@handoff/functions/records/kinds/referral-records';

const PAGE = 50;

/** Adds the derived fields for search and sorting to referrals in a data folder from an older version. */
export async function refreshReferrals(store: DocumentStore): Promise<void> {
  const { documents } = await store.app('sys').query({ ...queryOf(domains), pageSize: 1000 });
  for (const { id } of documents) await refreshAgency(store.app(`d:${id}`));
}

async function refreshAgency(partition: Partition): Promise<void> {
  let continuation: string | undefined;
  do {
    const asked = queryOf(select(referralKind));
    const page = await partition.query({ ...asked, pageSize: PAGE, continuation });
    if (page.documents.length > 0) await replaceAll(partition, page.documents.map(refreshed));
    continuation = page.continuation;
  } while (continuation !== undefined);
}

function refreshed({ _etag, ...document }: Versioned): Operation {
  const derived = referralKind.derivedFields?.(referralKind.schema.parse(document));
  return { op: 'replace', document: { ...document, ...derived }, ifMatch: _etag };
}

async function replaceAll(partition: Partition, operations: Operation[]): Promise<void> {
  const { outcome } = await partition.commit(operations);
  if (outcome !== 'applied')
    throw new Error(`The referrals of ${partition.key} are as they were: ${outcome}`);
}
