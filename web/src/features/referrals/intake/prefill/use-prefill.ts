import { type FocusEvent, useCallback, useMemo, useState } from 'react';
import { contractedPayersApi } from '@handoff/shared/contract/parties';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { plainName } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { type Prefilled, PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { valueAt } from '../../../../data/records/merge.ts';
import { useWholeList } from '../../../../data/records/use-list.ts';
import { useSettings } from '../../../../data/use-settings.ts';
import type { Attachment } from '../../attachment.ts';
import { useAddressData } from '../address-data.ts';
import { stateFor } from '../intake-address.tsx';
import { useClinicalFields } from '../intake-clinical.tsx';
import { blankPayer, type IntakeForm, type IntakeValues } from '../intake-values.ts';
import { checkOf, type KnownData } from './checks.ts';
import type { Proposal } from '@handoff/shared/reading/read-document';
import { nameIn } from '@handoff/shared/reading/patients';
import { boxAround } from '@handoff/shared/reading/words';
import { useOrderingAnswer } from '../national-lists.tsx';
import { papersByPatient } from './papers-by-patient.ts';
import { isInForm, prefilledFields } from './prefilled-fields.ts';
import { type Offered, type Offers, PASTED } from './offered.ts';
import { type Decided, reviewLines } from './review-lines.ts';
import { useReadings } from './use-readings.ts';

interface PrefillOptions {
  form: IntakeForm;
  /** The values before anyone typed. */
  initial: IntakeValues;
  attachments: readonly Attachment[];
  /** Readings by the server of files of other systems. */
  files: readonly FileReading[];
  /** Of a saved referral: the fields that no one has decided. */
  only?: readonly string[];
  onDecided?: (paths: readonly string[]) => void;
}

export type Prefill = ReturnType<typeof usePrefill>;

/** Reads attached PDFs and offers what they say to the fields that are still empty. Only accepted values are saved. */
export function usePrefill(options: PrefillOptions) {
  const { form, initial, attachments, files, only, onDecided } = options;
  const { values } = form;
  const { readings, scans, join } = useReadings({ attachments, files });
  const [same, setSame] = useState<ReadonlySet<string>>(new Set());
  const [pasted, setPasted] = useState<readonly Proposal[]>([]);
  const { Patient } = values;
  const { own, strays } = useMemo(
    () => papersByPatient(readings, { values: { Patient }, same }),
    [readings, Patient, same],
  );
  const [skipped, setSkipped] = useState<readonly Value[]>([]);
  const [taken, setTaken] = useState<readonly Offered[]>([]);
  const [lookedAt, setLookedAt] = useState<readonly string[]>([]);
  const clinical = useClinicalFields(values);
  const servicesOf = useServicesOf();
  const proposed = useMemo(
    () =>
      [...own.map(([id, { proposals }]) => [id, proposals] as const), [PASTED, pasted] as const].flatMap(
        ([attachmentId, proposals]) =>
          proposals
            .map((each) => ({ ...each, attachmentId }))
            .filter(({ path, value }) => path !== 'Services' || servicesOf(value).length > 0)
            .filter(({ path }) => only?.includes(path) ?? true),
      ),
    [own, pasted, servicesOf, only],
  );
  const known = useKnownData(proposed, values);
  const byPath = useMemo(() => {
    const offered = new Map<string, Offered>();
    for (const proposal of proposed)
      if (
        !offered.has(proposal.path) &&
        !skipped.some(isSame(proposal)) &&
        isOpen(proposal, values, initial) &&
        isShown(proposal, clinical)
      )
        offered.set(proposal.path, { ...proposal, check: checkOf(proposal, known) });
    return offered;
  }, [proposed, skipped, values, initial, clinical, known]);

  const lines = useMemo(() => {
    const open = [...byPath.values()].map((offer): Decided => ({ ...offer, decision: 'open' }));
    const accepted = taken
      .filter(({ path }) => !byPath.has(path))
      .map((offer): Decided => ({ ...offer, decision: 'accepted' }));
    const decided = new Set([...open, ...accepted].map(({ path }) => path));
    // Of several documents, the value of the first one.
    const left = new Map(
      proposed
        .filter((offer) => skipped.some(isSame(offer)) && !decided.has(offer.path))
        .toReversed()
        .map((offer) => [offer.path, offer]),
    );
    const leftOut = [...left.values()].map((offer): Decided => ({
      ...offer,
      check: checkOf(offer, known),
      decision: 'left out',
    }));
    return reviewLines([...open, ...accepted, ...leftOut]);
  }, [byPath, taken, skipped, proposed, known]);

  /** A value that a person has typed or changed meanwhile stays. */
  function accept(wanted: readonly Offered[]) {
    const offers = wanted.filter((offer) => isOpen(offer, values, initial));
    const lacking = payerRowsOf(offers) - values.Payers.length;
    if (lacking > 0)
      form.set('Payers', [...values.Payers, ...Array.from({ length: lacking }, () => blankPayer)]);
    for (const offer of offers) {
      if (offer.path === 'Services') form.set('Services', servicesOf(offer.value));
      else takeOver(form, offer);
    }
    const paths = new Set(offers.map(({ path }) => path));
    setTaken((former) => [...former.filter(({ path }) => !paths.has(path)), ...offers]);
    setSkipped((former) => former.filter((each) => !offers.some(isSame(each))));
    onDecided?.(offers.map(({ path }) => path));
  }

  /** An accepted value leaves its field, unless a person has changed it there. */
  function leaveOut(offers: readonly Offered[]) {
    for (const offer of offers)
      if (taken.some(isSame(offer)) && isInForm(offer, { values, servicesOf }))
        form.set(offer.path, valueAt(initial, offer.path) ?? '');
    setTaken((former) => former.filter((each) => !offers.some(isSame(each))));
    setSkipped((former) => [...former, ...offers]);
    onDecided?.(offers.map(({ path }) => path));
  }

  const evidence = useMemo(() => {
    const seen = proposed.filter(
      ({ path, place, attachmentId }) => lookedAt.includes(path) && place && attachmentId !== PASTED,
    );
    const [{ attachmentId, place } = {}] = seen;
    if (attachmentId === undefined || !place) return undefined;
    const boxes = seen.flatMap((each) =>
      each.attachmentId === attachmentId && each.place?.page === place.page ? [each.place.box] : [],
    );
    return { attachmentId, page: place.page, box: boxAround(boxes) };
  }, [proposed, lookedAt]);
  const offers: Offers = { byPath, accept: (offer) => accept([offer]) };
  /** These pages are about the patient of this referral after all. */
  function keepHere(attachmentId: string) {
    setSame((former) => new Set([...former, attachmentId]));
    void join(attachmentId);
  }

  /** Offers what a pasted text says; returns how many values the form does not have already. */
  function paste(found: readonly Proposal[]): number {
    const fresh = found.filter((proposal) => isOpen(proposal, values, initial));
    setPasted((former) => [...former, ...fresh]);
    return fresh.length;
  }

  return {
    offers,
    scans,
    lines,
    /** "Doe, Jane": whom the documents are about. */
    about: nameIn(own.flatMap(([, { proposals }]) => proposals)),
    paste,
    strays,
    keepHere,
    accept,
    leaveOut,
    /** Shows the values for these fields on their page. */
    lookAt: setLookedAt,
    /** The place on a page of the value for the focused field. */
    evidence,
    keys: { onFocusCapture: ({ target }: FocusEvent) => setLookedAt(pathsOf(target)) },
    /** The fields that no one has decided, for which a document can be read again. */
    openFields: () =>
      [...byPath.values()].flatMap(({ path, place, attachmentId }) =>
        place && attachmentId !== PASTED ? (PrefilledField.safeParse(path).data ?? []) : [],
      ),
    /** For the activity: fields, and never their values. */
    prefilled: (): Prefilled[] => prefilledFields({ readings, attachments, taken, values, servicesOf }),
  };
}

/** Sets a field like typing would. */
function takeOver(form: IntakeForm, { path, value }: Pick<Proposal, 'path' | 'value'>): void {
  form.set(path, value);
  const state = path === 'Address.ZipCode' ? stateFor(value) : undefined;
  if (state !== undefined) form.set('Address.State', state);
}

type Value = Pick<Proposal, 'path' | 'value'>;

/** What was decided holds for the same value on another page, too, as after sorting the pages. */
const isSame =
  ({ path, value }: Value) =>
  (other: Value) =>
    other.path === path && other.value === value;

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
  const ordering = useOrderingAnswer(
    valueOf('Clinical.OrderingNpi') ?? '',
    valueOf('Clinical.OrderingPractitioner') ?? values.Clinical.OrderingPractitioner ?? '',
  );
  const [today] = useState(() => new Date());
  return useMemo(
    () => ({
      today,
      city: addresses.file === 'ready' ? (addresses.place?.city ?? '') : undefined,
      isStreetKnown: addresses.streets && addresses.isInFile(street),
      payers: payers.isWhole ? payers.data?.flatMap(({ Name, Aliases }) => [Name, ...Aliases]) : undefined,
      organizations: partners.map(({ Name }) => Name),
      ordering,
    }),
    [today, addresses, street, payers.isWhole, payers.data, partners, ordering],
  );
}

/** The field is as it was before anyone typed. */
function isOpen({ path, value }: Proposal, values: IntakeValues, initial: IntakeValues): boolean {
  if (path === 'Services') return values.Services.length === 0;
  const now = valueAt(values, path) ?? '';
  return now === (valueAt(initial, path) ?? '') && now !== value;
}

/** How many payers the form needs for these values. */
const payerRowsOf = (offers: readonly Offered[]): number =>
  Math.max(0, ...offers.map(({ path }) => 1 + Number(/^Payers\.(\d)\./.exec(path)?.[1] ?? -1)));

function isShown({ path }: Proposal, clinical: readonly string[]): boolean {
  return !path.startsWith('Clinical.') || clinical.includes(path.slice('Clinical.'.length));
}

const pathsOf = (target: EventTarget): string[] => {
  const path = target instanceof Element ? target.closest('[data-path]')?.getAttribute('data-path') : null;
  return typeof path === 'string' ? [path] : [];
};
