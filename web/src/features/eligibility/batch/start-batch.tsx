import { Button, Checkbox, FileButton, SegmentedControl, Stack, Textarea } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Batch, BatchEntry } from '@handoff/shared/domain/eligibility/batch';
import { categories, type Category } from '@handoff/shared/domain/eligibility/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { useAction } from '../../../lib/api/use-action.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { formatDateTime, plural } from '../../../lib/format/format.ts';
import { listProblem, readList, type ListRow } from './batch-list.ts';

type Listed = Output<typeof api.referrals.list>['ReferralInfo'][number];

interface StartBatchProps {
  leftToday: number;
  mostRows: number;
}

/** What will be asked, what stands against it, and what it takes, all before anything is asked. */
export function StartBatch({ leftToday, mostRows }: StartBatchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly Listed[]>([]);
  const rules = useRead(api.medicareEligibility.settings, {});
  const [chosen, setCategory] = useState<Category | undefined>();
  const category = chosen ?? rules.data?.DefaultCategory ?? 'Home Care';
  const [earlier, setEarlier] = useState<Batch | undefined>();
  const starting = useAction(api.medicareEligibility.startBatch);
  const rows = [...readList(text), ...picked.map(rowOfReferral)];
  const problem = listProblem(rows);

  async function start(StartAgain: boolean): Promise<void> {
    const Entries = rows.map(({ entry }) => entry);
    const answer = await starting.run({ body: { Entries, Category: category, StartAgain } });
    if (!answer) return;
    if (answer.IsEarlier) setEarlier(answer.Batch);
    else void navigate({ to: '/eligibility/batch', search: { batch: answer.Batch.Id } });
  }

  return (
    <Stack gap="md" maw={760}>
      <Textarea
        label="List"
        description="One person a line: last name, first name, birth date, Medicare number. Paste from a spreadsheet, or choose a CSV file."
        autosize
        minRows={5}
        maxRows={14}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <FileButton accept=".csv,.txt,text/csv" onChange={(file) => void file?.text().then(setText)}>
          {(props) => (
            <Button {...props} size="xs" variant="default">
              Choose a CSV file
            </Button>
          )}
        </FileButton>
      </div>
      <FromReferrals picked={picked} onPick={setPicked} />
      <SegmentedControl
        aria-label="Category"
        data={[...categories]}
        value={category}
        onChange={(value) => setCategory(categories.find((one) => one === value) ?? 'Home Care')}
      />
      <p>
        {plural(rows.length, 'person', 'people')} to check, at most {mostRows} at once. Each check is billed;{' '}
        {leftToday} left today
        {rows.length > leftToday && `, so ${plural(rows.length - leftToday, 'row')} will wait until tomorrow`}
        .
      </p>
      {rows.length > 0 && problem !== undefined && <p role="alert">{problem}</p>}
      {earlier && (
        <output>
          This list was checked {formatDateTime(earlier.CreatedAt)} by {earlier.CreatedBy.FullName}.
        </output>
      )}
      <div className="page-head-actions">
        {earlier ? (
          <>
            <Button
              onClick={() => void navigate({ to: '/eligibility/batch', search: { batch: earlier.Id } })}
            >
              Show those results
            </Button>
            <Button variant="default" loading={starting.isPending} onClick={() => void start(true)}>
              Ask again
            </Button>
          </>
        ) : (
          <Button
            disabled={problem !== undefined}
            loading={starting.isPending}
            onClick={() => void start(false)}
          >
            Start checking
          </Button>
        )}
      </div>
    </Stack>
  );
}

interface FromReferralsProps {
  picked: readonly Listed[];
  onPick: (picked: readonly Listed[]) => void;
}

/** The newest referrals; the server takes the Medicare number from the record. */
function FromReferrals({ picked, onPick }: FromReferralsProps) {
  const { data } = useRead(api.referrals.list, { query: {} });
  const referrals = data?.ReferralInfo ?? [];
  if (referrals.length === 0) return null;
  const isPicked = (referral: Listed) => picked.some(({ Id }) => Id === referral.Id);
  return (
    <details>
      <summary>Add from referrals ({picked.length} selected)</summary>
      <Stack gap="xs" mt="xs">
        {referrals.map((referral) => (
          <Checkbox
            key={referral.Id}
            label={`${referral.Patient.LastName}, ${referral.Patient.FirstName}`}
            checked={isPicked(referral)}
            onChange={({ currentTarget }) =>
              onPick(
                currentTarget.checked ? [...picked, referral] : picked.filter(({ Id }) => Id !== referral.Id),
              )
            }
          />
        ))}
      </Stack>
    </details>
  );
}

function rowOfReferral({ Id, Patient }: Listed, index: number): ListRow {
  const entry: BatchEntry = {
    FirstName: Patient.FirstName,
    LastName: Patient.LastName,
    DateOfBirth: Patient.DateOfBirth,
    Mbi: '',
    ReferralId: Id,
  };
  return { entry, line: index + 1, problem: undefined };
}
