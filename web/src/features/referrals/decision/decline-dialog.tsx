import { Group, Select } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useId } from 'react';
import * as z from 'zod';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import type { Output } from '@handoff/shared/contract/endpoint';
import { contractedPayersApi, partnersApi, serviceAreasApi } from '@handoff/shared/contract/parties';
import { endOfWeeks, isForCapacity, limitsAt, limitText } from '@handoff/shared/domain/agency/capacity';
import { type PartnerSuggestion, suggestPartners } from '@handoff/shared/domain/agency/coverage';
import {
  type ConfiguredStatus,
  type DeclineReason,
  isOffered,
} from '@handoff/shared/domain/agency/list-settings';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { statusAfterDecision } from '@handoff/shared/domain/referral/status-rules';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { type Form, useOwnForm } from '../../../ui/form/use-form.ts';
import { useWholeList } from '../../../data/records/use-list.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { useCurrentPerson, useToday } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import type { ReferralUpdate } from '../edit/use-update-referral.ts';
import { patientName } from '../referral-cells.tsx';
import { useDecide } from './decide.ts';
import { FullDisciplines, useOpenDisciplines, useRecordFull } from './full-disciplines.tsx';

const Decline = z.object({
  Reason: z.string().min(1, 'Choose why the referral is declined'),
  Comment: z.string().trim().max(1000),
  /** The name of a partner; empty without one. */
  HandedTo: z.string().max(120),
  /** The id of one of our agencies, which receives the referral; empty without one. */
  TransferTo: z.string(),
  /** The disciplines that a decline for capacity records as full. */
  Full: z.array(z.string()),
  FullUntil: z.string(),
});

interface DeclineDialogProps {
  referral: Referral;
  reasons: readonly DeclineReason[];
  statuses: readonly ConfiguredStatus[];
  isOpen: boolean;
  onClose: () => void;
  /** Called once the decline is saved, with all that it records. */
  onDeclined: () => void;
  /** Called after the closing animation. */
  onClosed: () => void;
  save: ReferralUpdate['save'];
}

export function DeclineDialog({ isOpen, onClose, onClosed, ...props }: DeclineDialogProps) {
  return (
    <FormDialog
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={`Decline ${patientName(props.referral)}`}
    >
      <DeclineForm {...props} onClose={onClose} />
    </FormDialog>
  );
}

type DeclineFormProps = Omit<DeclineDialogProps, 'isOpen' | 'onClosed'>;

function DeclineForm({ referral, reasons, statuses, save, onClose, onDeclined }: DeclineFormProps) {
  const { decide } = useDecide();
  const places = usePlaces(referral);
  const open = useOpenDisciplines(referral);
  const recordFull = useRecordFull(referral);
  const today = useToday();
  const isCapacity = (id: string) => reasons.some((reason) => reason.Id === id && isForCapacity(reason));
  const form: Form<z.input<typeof Decline>> = useOwnForm({
    schema: Decline,
    initial: {
      Reason: '',
      Comment: '',
      HandedTo: '',
      TransferTo: '',
      // With several disciplines, the dialog cannot know which of them is full.
      Full: referral.Services.length === 1 ? referral.Services : [],
      FullUntil: endOfWeeks(today, 2),
    },
    save: async ({ values }) => {
      const { TransferTo, Full, FullUntil, ...decision } = values;
      const Decision = await decide({ referrals: [referral], decision: { Kind: 'Declined', ...decision } });
      if (!Decision) return undefined;
      const edit = { Decision };
      const failure = await save(referral, TransferTo === '' ? edit : { ...edit, TransferTo });
      if (failure) return undefined;
      const disciplines = isCapacity(values.Reason) ? open.filter((id) => Full.includes(id)) : [];
      await recordFull({ disciplines, until: FullUntil });
      return values;
    },
    onSaved() {
      onClose();
      onDeclined();
    },
  });
  const transferTo = places.find(
    ({ TransferTo }) => TransferTo !== '' && TransferTo === form.values.TransferTo,
  );
  return (
    <FormOf of={form} submit={transferTo ? 'Decline and transfer' : 'Decline the referral'} isDanger leaves>
      <form.Field name="Reason">
        {({ value, ...control }) => (
          <Select
            {...control}
            placeholder="Choose a reason"
            allowDeselect={false}
            data={reasons.filter(isOffered).map(({ Id, Name }) => ({ value: Id, label: Name }))}
            value={String(value) || null}
            onChange={(chosen) => control.onChange(chosen ?? '')}
          />
        )}
      </form.Field>
      <form.Field
        name="Comment"
        hint={`Everyone in this agency${transferTo ? ` and in ${transferTo.name}` : ''} sees the reason and the comment.`}
      />
      {isCapacity(form.values.Reason) && open.length > 0 && (
        <FullDisciplines
          referral={referral}
          offered={open}
          value={{ disciplines: form.values.Full, until: form.values.FullUntil }}
          onChange={({ disciplines, until }) => {
            form.set('Full', [...disciplines]);
            form.set('FullUntil', until);
          }}
        />
      )}
      {places.length > 0 && (
        <form.Field name="HandedTo" label="Refer to">
          {({ label, onChange: choose }) => (
            <Places
              {...{ label, places }}
              isChosen={(place) => placeKey(place) === placeKey(form.values)}
              onChoose={({ HandedTo, TransferTo }) => {
                choose(HandedTo);
                form.set('TransferTo', TransferTo);
              }}
            />
          )}
        </form.Field>
      )}
      <Consequence {...{ referral, statuses }} transferTo={transferTo} />
    </FormOf>
  );
}

const MAX_SUGGESTIONS = 4;

/**
 * A destination for the patient: a partner, who has to be called, or one of our agencies, which receives the referral.
 */
interface Place extends Pick<z.input<typeof Decline>, 'HandedTo' | 'TransferTo'> {
  name: string;
  words: readonly string[];
  /** Why it is no place for this patient. */
  problems: readonly string[];
}

const placeKey = ({ HandedTo, TransferTo }: Pick<Place, 'HandedTo' | 'TransferTo'>) => TransferTo || HandedTo;

/**
 * Partners that take patients at this address come first, best match first; then our agencies, those that do not fit
 * last.
 */
function usePlaces(referral: Referral): Place[] {
  const suggestions = useSuggestions(referral).map(({ partner: { Name, Phone }, takesPayer }) => ({
    name: Name,
    HandedTo: Name,
    TransferTo: '',
    words: [
      'serves this address',
      takesPayer ? 'takes the payer' : 'payer not known',
      formatPhone(Phone),
    ].filter((part) => part !== ''),
    problems: [],
  }));
  const { data } = useRead(businessDomainsApi.branches, referral.Transfer ? null : {});
  const services = useSettings().serviceNames(referral.Services);
  const day = useToday();
  const kind = useCurrentPerson().domain?.Kind;
  const wanted = { place: referral.Address, disciplines: services, day };
  const branches = (data?.BranchesInfo ?? [])
    .map((branch) => ({ branch, fit: fitOf(branch, { ...wanted, kind }) }))
    .toSorted((a, b) => a.fit.misfit - b.fit.misfit)
    .map(({ branch: { Id, Name, Kind, States }, fit: { problems } }) => ({
      name: Name,
      HandedTo: '',
      TransferTo: Id,
      words: [
        `Sister agency, ${Kind}`,
        States.length > 0 ? `works in ${States.join(', ')}` : 'its states are not known',
      ],
      problems,
    }));
  return [...suggestions, ...branches];
}

type Branch = Output<typeof businessDomainsApi.branches>['BranchesInfo'][number];

interface Wanted {
  place: Referral['Address'];
  disciplines: readonly string[];
  day: string;
  /** The kind of care that the referral was sent to. */
  kind: Branch['Kind'] | undefined;
}

/** Another state is worse than a full service, and that is worse than another kind of care. */
function fitOf({ Kind, States, Capacities }: Branch, { kind, ...wanted }: Wanted) {
  const { State, ZipCode } = wanted.place;
  const [limit] = limitsAt(wanted, Capacities);
  const isElsewhere = State !== '' && States.length > 0 && !States.includes(State);
  const isOtherKind = kind !== undefined && kind !== Kind;
  return {
    problems: [
      ...(isElsewhere ? [`does not serve ${ZipCode || State}`] : []),
      ...(isOtherKind ? ['other kind of care'] : []),
      ...(limit ? [`${limit.Discipline} ${limitText(limit)}`] : []),
    ],
    misfit: Number(isElsewhere) * 4 + Number(limit?.Level === 'Full') * 2 + Number(isOtherKind),
  };
}

function useSuggestions({ Address, Payers }: Referral): PartnerSuggestion[] {
  const partners = useWholeList(partnersApi.list, { query: {} }, (answer) => answer.PartnersInfo).data;
  const areas = useWholeList(serviceAreasApi.list, { query: {} }, (answer) => answer.ServiceAreasInfo).data;
  const contracts = useWholeList(
    contractedPayersApi.list,
    { query: {} },
    (answer) => answer.ContractedPayersInfo,
  ).data;
  if (!partners || !areas || !contracts) return [];
  const wanted = { place: Address, payers: Payers };
  return suggestPartners(wanted, { partners, areas, contracts }).slice(0, MAX_SUGGESTIONS);
}

interface PlacesProps {
  label: string;
  places: readonly Place[];
  isChosen: (place: Place) => boolean;
  onChoose: (place: Place) => void;
}

const nowhere: Place = { name: 'Don’t refer', HandedTo: '', TransferTo: '', words: [], problems: [] };

function Places({ label, places, isChosen, onChoose }: PlacesProps) {
  const group = useId();
  return (
    <fieldset className="options">
      <legend>{label}</legend>
      {[...places, nowhere].map((place) => (
        <label key={placeKey(place)}>
          <input type="radio" name={group} checked={isChosen(place)} onChange={() => onChoose(place)} />
          <div>
            <b>{place.name}</b>
            {place.words.length > 0 && <div className="soft small">{place.words.join(' · ')}</div>}
            {place.problems.length > 0 && <div className="warn small">{place.problems.join(' · ')}</div>}
          </div>
        </label>
      ))}
    </fieldset>
  );
}

/** Says who is affected by the decision, and the status that follows. */
function Consequence({
  referral,
  statuses,
  transferTo,
}: Pick<DeclineDialogProps, 'referral' | 'statuses'> & { transferTo: Place | undefined }) {
  const me = useCurrentPerson();
  const { CreatedBy, StatusId, TransferredFrom } = referral;
  const to = statusAfterDecision({
    statuses,
    documentTypes: [],
    documents: new Set(),
    from: StatusId,
    decision: 'Declined',
  });
  const name = statuses.find(({ Id }) => Id === to)?.Name ?? '';
  return (
    <Group component="p" gap="sm" align="flex-start" wrap="nowrap" className="card small">
      <IconSend size={16} aria-hidden="true" />
      <span>
        {CreatedBy.Id === me.id || TransferredFrom ? (
          `${TransferredFrom ? 'Another agency' : 'You'} recorded this referral, so no one is notified. `
        ) : (
          <>
            Notifies <b>{CreatedBy.FullName}</b>, who recorded it.{' '}
          </>
        )}
        The status {to === StatusId ? 'stays' : 'becomes'} <b>{name}</b>.{' '}
        {transferTo ? (
          <>
            <b>{transferTo.name}</b> receives a copy with the documents, the shared notes and this comment;
            internal notes stay here.
          </>
        ) : (
          'Nothing is sent outside this agency.'
        )}{' '}
        A link that the sender has shows that you declined, and no reason.
      </span>
    </Group>
  );
}
