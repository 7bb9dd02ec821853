import { type FocusEvent, type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { contractedPayersApi } from '@handoff/shared/contract/parties';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { plainName } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import type { Prefilled } from '@handoff/shared/domain/referral/prefilled';
import { valueAt } from '../../../../data/records/merge.ts';
import { useWholeList } from '../../../../data/records/use-list.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import type { Attachment } from '../../attachment.ts';
import { useAddressData } from '../address-data.ts';
import { useClinicalFields } from '../intake-clinical.tsx';
import { blankPayer, type IntakeForm, type IntakeValues } from '../intake-values.ts';
import { checkOf, type KnownData } from './checks.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';
import { prefilledFields, type Taken } from './prefilled-fields.ts';
import type { Offered, Offers } from './offered.ts';
import { useReadings } from './use-readings.ts';

interface PrefillOptions {
  form: IntakeForm;
  /** The values before anyone typed. */
  initial: IntakeValues;
  attachments: readonly Attachment[];
  /** Readings by the server of files of other systems. */
  files: readonly FileReading[];
  /** Sets a field like typing would. */
  onAccept: (proposal: Pick<Proposal, 'path' | 'value'>) => void;
}

export type Prefill = ReturnType<typeof usePrefill>;

/** Reads attached PDFs and offers what they say to the fields that are still empty. Only accepted values are saved. */
export function usePrefill({ form, initial, attachments, files, onAccept }: PrefillOptions) {
  const { values } = form;
  const { readings, scans } = useReadings({ attachments, files }, (proposals) => {
    const isSecond = proposals.some(({ path }) => path.startsWith('Payers.1.'));
    if (isSecond && values.Payers.length === 1) form.set('Payers', [...values.Payers, blankPayer]);
  });
  const [skipped, setSkipped] = useState<ReadonlySet<Proposal>>(new Set());
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [lookedAt, setLookedAt] = useState<string>();
  const clinical = useClinicalFields(values);
  const servicesOf = useServicesOf();
  const proposed = useMemo(
    () =>
      [...readings].flatMap(([attachmentId, { proposals }]) =>
        proposals
          .map((each) => ({ ...each, attachmentId, each }))
          .filter(({ path, value }) => path !== 'Services' || servicesOf(value).length > 0),
      ),
    [readings, servicesOf],
  );
  const known = useKnownData(proposed, values);
  const byPath = useMemo(() => {
    const offered = new Map<string, Offered>();
    for (const { each, ...proposal } of proposed)
      if (
        !offered.has(proposal.path) &&
        !skipped.has(each) &&
        isOpen(proposal, values, initial) &&
        isShown(proposal, values, clinical)
      )
        offered.set(proposal.path, { ...proposal, check: checkOf(proposal, known) });
    return offered;
  }, [proposed, skipped, values, initial, clinical, known]);

  function accept(offers: readonly Offered[]) {
    // Leaving the field formats the value that it then has, so it needs the accepted one.
    flushSync(() => {
      for (const offer of offers) {
        if (offer.path === 'Services') form.set('Services', servicesOf(offer.value));
        else onAccept(offer);
      }
      const paths = new Set(offers.map(({ path }) => path));
      setTaken((former) => [...former.filter(({ path }) => !paths.has(path)), ...offers]);
    });
  }

  /** Before the form's own keys, which then move on to the next field. */
  function onKeyDownCapture(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey } = event;
    const offer = offerOf(target, byPath);
    if (!offer || ctrlKey || metaKey || isChoosing(target)) return;
    if (key === 'Enter') accept([offer]);
    if (key === 'Enter' && !(target instanceof HTMLInputElement)) event.preventDefault();
    if (key !== 'Escape') return;
    const original = proposed.find(
      ({ attachmentId, path }) => attachmentId === offer.attachmentId && path === offer.path,
    );
    if (original) setSkipped((former) => new Set([...former, original.each]));
  }

  const seen = proposed.find(({ path, place }) => path === lookedAt && place);
  const evidence = useMemo(() => seen?.place && { attachmentId: seen.attachmentId, ...seen.place }, [seen]);
  const offers: Offers = { byPath, accept: (offer) => accept([offer]) };
  return {
    offers,
    scans,
    acceptPassed: () => accept([...byPath.values()].filter(({ check }) => check.isPassed)),
    /** The place on a page of the value for the focused field. */
    evidence,
    keys: {
      onKeyDownCapture,
      onFocusCapture: ({ target }: FocusEvent) => setLookedAt(pathOf(target)),
    },
    /** For the activity: fields, and never their values. */
    prefilled: (): Prefilled[] => prefilledFields({ readings, attachments, taken, values, servicesOf }),
  };
}

/** The ids of the agency's disciplines with these names, where it has them. */
function useServicesOf() {
  const { disciplines } = useSettings();
  return useCallback(
    (names: string) => {
      const wanted = names.split(', ').map(plainName);
      return disciplines
        .filter((each) => isOffered(each) && wanted.includes(plainName(each.Name)))
        .map(({ Id }) => Id);
    },
    [disciplines],
  );
}

/** The agency's data, loaded once something is proposed. */
function useKnownData(proposed: readonly Proposal[], values: IntakeValues): KnownData {
  const { partners } = useSettings();
  const isWanted = proposed.length > 0;
  const valueOf = (path: string) => proposed.find((each) => each.path === path)?.value;
  const zip = valueOf('Address.ZipCode') ?? values.Address.ZipCode;
  const addresses = useAddressData(stateOfZip(zip) ?? '', zip, isWanted);
  const payers = useWholeList(
    contractedPayersApi.list,
    isWanted ? { query: {} } : null,
    (answer) => answer.ContractedPayersInfo,
  );
  const street = valueOf('Address.StreetAddress') ?? '';
  const [today] = useState(() => new Date());
  return useMemo(
    () => ({
      today,
      city: addresses.file === 'ready' ? (addresses.place?.city ?? '') : undefined,
      isStreetKnown: addresses.streets && addresses.isInFile(street),
      payers: payers.isWhole ? payers.data?.flatMap(({ Name, Aliases }) => [Name, ...Aliases]) : undefined,
      organizations: partners.map(({ Name }) => Name),
    }),
    [today, addresses, street, payers.isWhole, payers.data, partners],
  );
}

/** The field is as it was before anyone typed. */
function isOpen({ path, value }: Proposal, values: IntakeValues, initial: IntakeValues): boolean {
  if (path === 'Services') return values.Services.length === 0;
  const now = valueAt(values, path) ?? '';
  return now === (valueAt(initial, path) ?? '') && now !== value;
}

function isShown({ path }: Proposal, { Payers }: IntakeValues, clinical: readonly string[]): boolean {
  if (path.startsWith('Payers.1.')) return Payers.length > 1;
  return !path.startsWith('Clinical.') || clinical.includes(path.slice('Clinical.'.length));
}

const pathOf = (target: EventTarget) =>
  target instanceof Element
    ? (target.closest('[data-path]')?.getAttribute('data-path') ?? undefined)
    : undefined;

const offerOf = (target: EventTarget, offers: ReadonlyMap<string, Offered>) =>
  offers.get(pathOf(target) ?? '');

/** A list is open with an option selected, and takes the key. */
const isChoosing = (target: EventTarget) =>
  target instanceof Element && target.getAttribute('aria-activedescendant') !== null;
