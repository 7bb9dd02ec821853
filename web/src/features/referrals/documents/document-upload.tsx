import { Button, Group, Select } from '@mantine/core';
import '../../../ui/theme/form-controls.ts';
import { useState } from 'react';
import { MAX_DOCUMENT_BYTES } from '@handoff/shared/contract/referrals/services';
import { type DocumentType, offeredOf, unsortedType } from '@handoff/shared/domain/agency/list-settings';
import { isSent, useUploads } from '../../../data/send/uploads.ts';
import { showError } from '../../../data/toasts.ts';
import { useApi } from '../../../data/use-api.ts';
import { formatBytes } from '../../../text/format.ts';
import { FileDrop } from '../../../ui/inputs/file-drop.tsx';
import { RefusedFiles, UploadRow, UploadRows } from '../../../ui/inputs/upload-rows.tsx';
import { acceptedDocuments } from '../accepted-files.ts';
import { sortedOut } from '../attachment.ts';
import { attachmentOf, documentUploads } from '../document-uploads.ts';
import styles from './documents.module.css';
import { SameFile } from './same-file.tsx';

interface DocumentUploadProps {
  referralId: string;
  types: readonly DocumentType[];
  /** Required types of which the referral has no document. */
  missing: readonly DocumentType[];
}

/** Takes dropped or chosen files. The type comes first, so that no document is unsorted. */
export function DocumentUpload({ referralId, types, missing }: DocumentUploadProps) {
  const api = useApi();
  const [type, setType] = useState<string | null>(null);
  const [uploads] = useState(() => documentUploads(api, { referralId }));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const rows = useUploads(uploads);
  const chosenType = type ?? unsortedType(types)?.Id ?? null;
  const onTheirWay = rows.filter(({ isSending }) => isSending);

  function send(files: readonly File[], as = chosenType) {
    if (as === null) return showError('Choose what kind of document it is first.');
    for (const { id } of rows.filter(isSent)) uploads.remove(id);
    const sorted = sortedOut(files);
    setRefusals(sorted.refusals);
    for (const file of sorted.fitting) void uploads.add(file, attachmentOf(file, as));
  }

  return (
    <Group align="flex-end" mb="sm">
      <Select
        label="Document type"
        w={220}
        allowDeselect={false}
        placeholder="Choose a type"
        value={chosenType}
        data={offeredOf(types).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={setType}
      />
      <div className={styles['drop']}>
        <FileDrop label="Attach files" accept={acceptedDocuments} multiple onFiles={send}>
          Drag files here or click to browse. PDF, PNG, JPEG, TIFF, Word; up to{' '}
          {formatBytes(MAX_DOCUMENT_BYTES)} each.
        </FileDrop>
      </div>
      {missing.map(({ Id, Name }) => (
        <div key={Id} className={styles['slot']}>
          <FileDrop
            label={`${Name} is missing: drop it here, or click to browse`}
            accept={acceptedDocuments}
            multiple
            onFiles={(files) => send(files, Id)}
          />
        </div>
      ))}
      <RefusedFiles of={refusals} onDismiss={() => setRefusals([])} />
      <UploadRows>
        {rows
          .filter((each) => !isSent(each))
          .map((item) => (
            <UploadRow key={item.id} of={uploads} item={item} />
          ))}
      </UploadRows>
      {onTheirWay.length > 0 && (
        <Button
          size="xs"
          onClick={() => {
            for (const { id } of onTheirWay) uploads.remove(id);
          }}
        >
          {onTheirWay.length > 1 ? 'Cancel the uploads' : 'Cancel the upload'}
        </Button>
      )}
      {rows.map(({ id, name, sameFileIn }) => (
        <SameFile key={id} name={name} referralIds={sameFileIn} />
      ))}
    </Group>
  );
}
