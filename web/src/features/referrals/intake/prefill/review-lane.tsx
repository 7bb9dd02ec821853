import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CheckGlyph } from '../../../../ui/check-glyph.tsx';
import { focusField } from '../../../../ui/form/field.tsx';
import { plural } from '../../../../text/format.ts';
import { LineEditor } from './line-editor.tsx';
import { PASTED } from './offered.ts';
import { type Decision, groupsOf, type ReviewLine, valueText } from './review-lines.ts';
import { ScanState } from './scan-state.tsx';
import type { Prefill } from './use-prefill.ts';
import styles from './review-lane.module.css';

interface ReviewLaneProps {
  of: Prefill;
  /** The focus begins here unless a person is typing. */
  isTyping: () => boolean;
  /** Called when the last line is decided. */
  onDone: () => void;
}

/** One line for each value that the documents have for the form; only accepted ones are saved. */
export function ReviewLane({ of: prefill, isTyping, onDone }: ReviewLaneProps) {
  const { lines, scans } = prefill;
  const isReading = scans.now !== undefined || scans.unread > 0;
  if (lines.length === 0 && !isReading && scans.unreadable.length === 0) return null;
  return (
    <section className={styles['lane']} aria-label="Found in the documents">
      {lines.length > 0 && <Lines of={prefill} {...{ isTyping, onDone }} />}
      <ScanState of={scans} />
    </section>
  );
}

function Lines({ of: prefill, isTyping, onDone }: ReviewLaneProps) {
  const { lines, accept, leaveOut, lookAt } = prefill;
  const grid = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const [isUnfolded, setUnfolded] = useState(false);
  const groups = groupsOf(lines);
  const inOrder = groups.flatMap((group) => group.lines);
  const open = inOrder.filter(({ decision }) => decision === 'open');
  const verified = open.filter(({ check }) => check.state === 'yes');
  const current = inOrder.find(({ label }) => label === chosen) ?? open[0] ?? inOrder[0];
  const editing = inOrder.find(({ label }) => label === edited);

  const begin = useEffectEvent(() => {
    if (!isTyping()) focusRow(grid.current, current?.label);
  });
  useEffect(() => begin(), []);

  const finish = useEffectEvent(onDone);
  const isDecided = open.length === 0;
  /** Here, and not by typing into the form, where the focus has to stay. */
  const isDecidedHere = useRef(false);
  useEffect(() => {
    if (isDecided && isDecidedHere.current) finish();
    isDecidedHere.current = false;
  }, [isDecided]);

  /** Goes on to the next line that is open. */
  function decide(line: ReviewLine, decision: Exclude<Decision, 'open'>) {
    isDecidedHere.current = open.every((each) => each === line);
    (decision === 'accepted' ? accept : leaveOut)(line.offers);
    const from = inOrder.indexOf(line);
    const next = [...inOrder.slice(from + 1), ...inOrder.slice(0, from)].find(
      (each) => each.decision === 'open',
    );
    if (next) focusRow(grid.current, next.label);
  }

  function acceptVerified() {
    isDecidedHere.current = open.length === verified.length;
    accept(verified.flatMap(({ offers }) => offers));
    const next = open.find((each) => !verified.includes(each));
    if (next) focusRow(grid.current, next.label);
  }

  function edit(line: ReviewLine) {
    accept(line.offers);
    if (line.offers.some(({ path }) => path === 'Services')) focusField('Services');
    else setEdited(line.label);
  }

  function endEdit(line: ReviewLine) {
    setEdited(undefined);
    const from = inOrder.indexOf(line);
    const next = [...inOrder.slice(from + 1), ...inOrder].find((each) => each.decision === 'open');
    if (next) focusRow(grid.current, next.label);
    else onDone();
  }

  const stepFrom = (line: ReviewLine, by: number) =>
    focusRow(grid.current, inOrder[inOrder.indexOf(line) + by]?.label);

  function press(key: string, line: ReviewLine): boolean {
    if (key === 'Enter') decide(line, 'accepted');
    else if (key === 'x') decide(line, 'left out');
    else if (key === 'e') edit(line);
    else if (key === 'a') acceptVerified();
    else if (key === 'ArrowDown' || key === 'j') stepFrom(line, 1);
    else if (key === 'ArrowUp' || key === 'k') stepFrom(line, -1);
    else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isHeld = ctrlKey || metaKey || altKey;
    if (isHeld || !current || !(target instanceof HTMLTableRowElement)) return;
    if (!press(key.length === 1 ? key.toLowerCase() : key, current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <div className={styles['head']}>
        <h2>Found in the documents</h2>
        <output>
          {isDecided ? `${plural(lines.length, 'value')}, all decided` : `${open.length} to review`}
        </output>
        {verified.length > 0 && (
          <Button
            size="xs"
            rightSection={<kbd aria-hidden="true">A</kbd>}
            aria-keyshortcuts="A"
            onClick={acceptVerified}
          >
            Accept {verified.length} verified
          </Button>
        )}
        {isDecided && (
          <Button size="xs" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {isUnfolded ? 'Fold' : 'Show'}
          </Button>
        )}
      </div>
      {(!isDecided || isUnfolded) && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its rows take the focus
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose rows have keys
          role="grid"
          aria-label="Values to review"
          className={styles['lines']}
          onKeyDown={onKeyDown}
        >
          {groups.map(({ title, lines: own }) => (
            <tbody key={title}>
              <tr className={styles['group']}>
                <th scope="rowgroup">{title}</th>
                <td>{own.length}</td>
              </tr>
              {own.map((line) => (
                <Line
                  key={line.label}
                  line={line}
                  isCurrent={line === current}
                  onFocus={() => {
                    setChosen(line.label);
                    lookAt(line.offers.map(({ path }) => path));
                  }}
                  onDecide={(decision) => decide(line, decision)}
                  onEdit={() => edit(line)}
                />
              ))}
            </tbody>
          ))}
        </table>
      )}
      {editing && <LineEditor key={editing.label} line={editing} onEnd={() => endEdit(editing)} />}
      {!isDecided && !editing && (
        <p className={styles['keys']}>
          <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>⏎</kbd> accept <kbd>E</kbd> edit <kbd>X</kbd> leave out
        </p>
      )}
    </>
  );
}

/** Focuses a row at once; React keeps its element wherever it moves it. */
function focusRow(grid: HTMLElement | null, label: string | undefined): void {
  if (label === undefined) return;
  grid?.querySelector<HTMLElement>(`[data-line="${CSS.escape(label)}"]`)?.focus();
}

interface LineProps {
  line: ReviewLine;
  isCurrent: boolean;
  onFocus: () => void;
  onDecide: (decision: Exclude<Decision, 'open'>) => void;
  onEdit: () => void;
}

function Line({ line, isCurrent, onFocus, onDecide, onEdit }: LineProps) {
  const { label, offers, separator, check, decision } = line;
  const isOpen = decision === 'open';
  return (
    <tr
      className={styles['line']}
      data-line={label}
      data-state={isOpen ? check.state : decision}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isCurrent}
      aria-keyshortcuts="Enter E X"
      onFocus={onFocus}
    >
      <th scope="row" className={styles['label']}>
        {label}
      </th>
      <td className={styles['value']}>
        {offers.map((offer, place) => (
          <Fragment key={offer.path}>
            {place > 0 && separator}
            <span data-proposed={offer.path} data-state={offer.check.state}>
              {valueText(offer)}
            </span>
          </Fragment>
        ))}
      </td>
      <td className={styles['source']} title={sourceOf(line)}>
        {sourceOf(line)}
      </td>
      <td className={styles['state']}>
        {isOpen && <CheckGlyph state={check.state} />}
        {isOpen ? stateWords[check.state] : decision === 'accepted' ? 'Accepted' : 'Left out'}
      </td>
      <td className={styles['actions']}>
        {(['accepted', 'left out'] as const)
          .filter((each) => each !== decision)
          .map((each) => (
            <ActionIcon
              key={each}
              tabIndex={-1}
              aria-label={`${each === 'accepted' ? 'Accept' : 'Leave out'}: ${label}`}
              onClick={() => onDecide(each)}
            >
              {each === 'accepted' ? <IconCheck size={16} /> : <IconX size={16} />}
            </ActionIcon>
          ))}
        <ActionIcon tabIndex={-1} aria-label={`Edit: ${label}`} onClick={onEdit}>
          <IconPencil size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}

const stateWords = { no: 'Conflict', look: 'Review', unknown: 'Review', yes: 'Verified' } as const;

/** Why to look, how it was verified, or else the words of the paper. */
function sourceOf({ check, offers }: ReviewLine): string {
  const [first] = offers;
  const page = first?.place && first.attachmentId !== PASTED ? `p. ${first.place.page}` : '';
  const words =
    check.state === 'unknown' ? `${first?.line ?? ''}${remarkOf(check.sentence)}` : check.sentence;
  return [page, words].filter((each) => each !== '').join(' · ');
}

/** "Not verified: 77 years old" adds to the title of its group. */
function remarkOf(sentence: string): string {
  const [, remark] = sentence.split(': ');
  return remark === undefined ? '' : ` (${remark})`;
}
