import { Button, FileButton, SegmentedControl, Stack, Textarea } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { Batch } from '@handoff/shared/domain/eligibility/batch';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { categories, type Category } from '@handoff/shared/domain/eligibility/settings';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { listProblem, readList, sortList } from './batch-list.ts';
import { FromReferrals, rowOfReferral } from './from-referrals.tsx';

interface Limits {
  leftToday: number;
  maxRows: number;
}

interface StartBatchProps extends Limits {
  /** Referrals selected in the worklist. */
  chosen: readonly ReferralRow[];
}

/** Shows the people, problems and cost of a list before anything is sent. */
export function StartBatch({ leftToday, maxRows, chosen }: StartBatchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(chosen);
  const rules = useRead(medicareEligibilityApi.settings, {});
  const [chosenCategory, setCategory] = useState<Category | undefined>();
  const category = chosenCategory ?? rules.data?.DefaultCategory ?? 'Home Care';
  const [earlier, setEarlier] = useState<Batch | undefined>();
  const starting = useAction(medicareEligibilityApi.startBatch);
  const { good: rows, skipped } = sortList([...readList(text), ...picked.map(rowOfReferral)]);
  const problem = listProblem(rows);

  async function start(StartAgain: boolean): Promise<void> {
    const Entries = rows.map(({ entry }) => entry);
    const started = await starting.run({ body: { Entries, Category: category, StartAgain } });
    if (!started.ok) return;
    const { IsEarlier, Batch } = started.output;
    if (IsEarlier) setEarlier(Batch);
    else void navigate({ to: '/eligibility/batch', search: { batch: Batch.Id } });
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
            <Button {...props} size="xs">
              Choose a CSV file
            </Button>
          )}
        </FileButton>
      </div>
      <FromReferrals picked={picked} most={maxRows} isOpen={chosen.length > 0} onPick={setPicked} />
      <SegmentedControl
        aria-label="Category"
        data={[...categories]}
        value={category}
        onChange={(value) => setCategory(categories.find((one) => one === value) ?? 'Home Care')}
      />
      <Cost
        count={rows.length}
        cents={rules.data?.SettingsEligibilityInfo.PricePerCheckCents ?? 0}
        {...{ leftToday, maxRows }}
      />
      {skipped.length > 0 && <Skipped lines={skipped} />}
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
              variant="filled"
              onClick={() => void navigate({ to: '/eligibility/batch', search: { batch: earlier.Id } })}
            >
              Show those results
            </Button>
            <Button loading={starting.isPending} onClick={() => void start(true)}>
              Ask again
            </Button>
          </>
        ) : (
          <Button
            variant="filled"
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

function Skipped({ lines }: { lines: ReturnType<typeof sortList>['skipped'] }) {
  const [first, ...others] = lines.map(({ line, problem }) => `Line ${line}: ${problem}.`);
  return (
    <div>
      <output>
        {plural(lines.length, 'line is', 'lines are')} skipped. Correct {lines.length === 1 ? 'it' : 'them'}{' '}
        above, or check the others. {first}
      </output>
      {others.length > 0 && (
        <details>
          <summary>and {others.length} more</summary>
          <ul>
            {others.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

interface CostProps extends Limits {
  count: number;
  /** The price of one check; 0 when the agency has set none. */
  cents: number;
}

/** The number of people, the cost and today's limit. */
function Cost({ count, cents, leftToday, maxRows }: CostProps) {
  const each = cents === 0 ? 'Each check is charged' : `${price(cents)} each`;
  const waiting = count - leftToday;
  return (
    <output>
      <b>
        {plural(count, 'person', 'people')} to check
        {cents > 0 && count > 0 && `, about ${price(count * cents)}`}.
      </b>{' '}
      {each}, at most {maxRows} at once. {plural(leftToday, 'check')} left today
      {waiting > 0 && `, so ${plural(waiting, 'row')} will wait until tomorrow`}.
    </output>
  );
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const price = (cents: number) => dollars.format(cents / 100);
