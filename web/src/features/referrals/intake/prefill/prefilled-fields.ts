import { type Prefilled, PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { valueAt } from '../../../../data/records/merge.ts';
import type { Attachment } from '../../attachment.ts';
import type { IntakeValues } from '../intake-values.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';
import type { PdfReading } from './read-pdf.ts';

/** A proposal that was accepted. */
interface Taken extends Pick<Proposal, 'path' | 'value'> {
  attachmentId: string;
  /** Its page, if it has one. */
  place?: { page: number } | undefined;
}

interface Source {
  readings: ReadonlyMap<string, Pick<PdfReading, 'proposals'>>;
  attachments: readonly Pick<Attachment, 'id' | 'document' | 'file' | 'madeOf'>[];
  taken: readonly Taken[];
  values: Pick<IntakeValues, 'Services'>;
  servicesOf: (names: string) => readonly string[];
}

/**
 * Says for each document which of its proposals were used, without their values. What was accepted from a fax whose
 * pages were sorted later belongs to the document that has the page now.
 */
export function prefilledFields(source: Source): Prefilled[] {
  const { readings, attachments, taken } = source;
  const uploaded = attachments.filter(({ document }) => document);
  return uploaded.flatMap(({ id, document, file }) => {
    const own = taken.filter((each) => holderOf(each, uploaded) === id);
    const proposals = readings.get(id)?.proposals ?? [];
    const uses = new Map<Prefilled['Fields'][number]['Field'], Use>(
      [...proposals, ...own].flatMap((proposal) => {
        const Field = PrefilledField.safeParse(proposal.path).data;
        if (!Field) return [];
        const accepted = own.find(({ path }) => path === proposal.path);
        // A draft that was opened again knows its documents, and no more which values came from them.
        const isFromDraft = !file && isInForm(proposal, source);
        return [[Field, accepted || isFromDraft ? useOf(accepted ?? proposal, source) : 'not accepted']];
      }),
    );
    const Fields = [...uses].map(([Field, Use]) => ({ Field, Use }));
    return document && Fields.length > 0 ? [{ DocumentId: document.Id, Fields }] : [];
  });
}

type Use = Prefilled['Fields'][number]['Use'];

/** The id of the document that has the page of the value: the attachment itself, or what was made of its pages. */
function holderOf({ attachmentId, place }: Taken, attachments: Source['attachments']): string | undefined {
  const has = (page: number | undefined) => (each: Source['attachments'][number]) =>
    each.id === attachmentId ||
    (each.madeOf ?? [])
      .flat()
      .some((former) => former.attachmentId === attachmentId && (page === undefined || former.page === page));
  // The page itself may have been left out.
  return (attachments.find(has(place?.page)) ?? attachments.find(has(undefined)))?.id;
}

const useOf = (proposal: Pick<Proposal, 'path' | 'value'>, source: Source): Use =>
  isInForm(proposal, source) ? 'accepted' : 'accepted and changed';

export const isInForm = (
  { path, value }: Pick<Proposal, 'path' | 'value'>,
  { values, servicesOf }: Pick<Source, 'values' | 'servicesOf'>,
): boolean =>
  path === 'Services'
    ? values.Services.length > 0 && servicesOf(value).join() === values.Services.join()
    : valueAt(values, path) === value;
