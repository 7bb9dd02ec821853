import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import { FileDrop } from '../../components/file-drop.tsx';
import { useMay } from '../../lib/current-person.ts';
import { useRead } from '../../lib/use-read.ts';
import { acceptedDocuments, type Attachment, refusedDocument } from './intake-attachment.ts';
import { IntakeDocumentRow } from './intake-document-row.tsx';
import { IntakeSection } from './intake-section.tsx';

const MOST_DOCUMENTS = 20;

interface DocumentsSectionProps {
  attachments: readonly Attachment[];
  onChange: (change: (attachments: readonly Attachment[]) => readonly Attachment[]) => void;
}

/** Files are uploaded at once, before the referral exists; saving attaches them to it. */
export function DocumentsSection({ attachments, onChange }: DocumentsSectionProps) {
  const mayAttach = useMay('documents.edit');
  const settings = useRead(api.settings.get, {});
  const types = settings.data?.SettingsDocumentTypesInfo ?? [];
  const [chosenType, setChosenType] = useState<string | undefined>();
  const [refusals, setRefusals] = useState<string[]>([]);
  const typeId = chosenType ?? types[0]?.Id;

  function add(files: File[]) {
    if (typeId === undefined) return;
    const room = MOST_DOCUMENTS - attachments.length;
    const fitting = files.filter((file) => refusedDocument(file) === undefined);
    const refused = files.flatMap((file) => refusedDocument(file) ?? []);
    if (fitting.length > room) refused.push(`A referral starts with at most ${MOST_DOCUMENTS} documents`);
    setRefusals(refused);
    const added = fitting
      .slice(0, room)
      .map((file): Attachment => ({ id: crypto.randomUUID(), file, typeId, document: undefined }));
    onChange((former) => [...former, ...added]);
  }

  if (!mayAttach)
    return (
      <IntakeSection name="Documents">
        <p className="intake-hint">You may not attach documents; it takes the right documents.edit.</p>
      </IntakeSection>
    );
  return (
    <IntakeSection name="Documents">
      <NativeSelect
        className="w4"
        label="Type of the next files"
        data={types.map(({ Id, Name }) => ({ value: Id, label: Name }))}
        value={typeId ?? ''}
        disabled={types.length === 0}
        onChange={({ currentTarget }) => setChosenType(currentTarget.value)}
      />
      <div className="w8">
        <FileDrop label="Attach files" accept={acceptedDocuments} multiple onFiles={add}>
          Drop them here, or press to choose. PDF, image or Word, up to 20 MB each.
        </FileDrop>
      </div>
      <div className="w12" role="alert">
        {refusals.map((refusal) => (
          <p key={refusal} className="field-error">
            {refusal}
          </p>
        ))}
      </div>
      {attachments.length > 0 && (
        <ul className="intake-documents">
          {attachments.map((attachment) => (
            <IntakeDocumentRow
              key={attachment.id}
              attachment={attachment}
              types={types}
              onChange={(changed) =>
                onChange((former) => former.map((each) => (each.id === changed.id ? changed : each)))
              }
              onRemove={() => onChange((former) => former.filter(({ id }) => id !== attachment.id))}
            />
          ))}
        </ul>
      )}
    </IntakeSection>
  );
}
