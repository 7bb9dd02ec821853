import { Group } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { settingsApi } from '@handoff/shared/contract/settings';
import { limitText } from '@handoff/shared/domain/agency/capacity';
import {
  isPartnerFor,
  offersDiscipline,
  paysThere,
  type Place,
  ruleCovering,
} from '@handoff/shared/domain/agency/coverage';
import { isValidOn } from '@handoff/shared/domain/agency/directory';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { placeName } from '@handoff/shared/domain/address/us-state';
import { type Directory, limitIn } from './use-directory.ts';

interface ZipAnswerProps {
  zip: string;
  state: string | undefined;
  directory: Directory;
}

/** One ZIP code: its place, and who serves it with which disciplines. */
export function ZipAnswer({ zip, state, directory }: ZipAnswerProps) {
  const zips = useRead(settingsApi.zipCodesByState, state === undefined ? null : { body: { state } });
  if (state === undefined)
    return (
      <Group
        component="output"
        gap="sm"
        align="flex-start"
        wrap="nowrap"
        className="message"
        data-tone="blue"
      >
        No state has ZIP codes that begin with {zip.slice(0, 3)}.
      </Group>
    );
  return (
    <Reading of={zips} lines={2}>
      {({ SettingsZipCodesCountiesInfo, Version }) => {
        const found = SettingsZipCodesCountiesInfo.find(({ code }) => code === zip);
        return (
          <Answer
            place={{ State: state, ZipCode: zip, County: found?.county ?? '' }}
            where={whereText(found, { state, isImported: Version !== null })}
            directory={directory}
          />
        );
      }}
    </Reading>
  );
}

function whereText(
  found: { city: string; county: string } | undefined,
  { state, isImported }: { state: string; isImported: boolean },
): string {
  if (found) return `${placeName(found.city)} is in ${placeName(found.county)}, ${state}.`;
  return isImported
    ? `is not in the imported file of ${state}.`
    : `is in ${state}, whose addresses are not imported: its county is not known.`;
}

function Answer({ place, where, directory }: { place: Place; where: string; directory: Directory }) {
  const { disciplines, day } = directory;
  const areas = directory.areas.filter(
    (area) => isValidOn(area, day) && ruleCovering(area, place) !== undefined,
  );
  const partners = directory.partners.filter((partner) => isPartnerFor(partner, directory.areas, place));
  const payers = directory.payers.filter((payer) => paysThere(payer, place.State, day));
  const limits = disciplines.flatMap(({ Id, Name }) => {
    const limit = limitIn(place, Id, directory);
    return limit ? [`${Name} is ${limitText(limit)}`] : [];
  });
  const without = disciplines.filter(({ Id }) => !areas.some((area) => offersDiscipline(area, Id)));
  return (
    <Group component="output" gap="sm" align="flex-start" wrap="nowrap" className="message" data-tone="blue">
      <IconMapPin size={16} aria-hidden="true" />
      <span>
        <strong>{place.ZipCode}</strong> {where}{' '}
        {areas.length === 0 ? 'No service area covers it.' : 'Covered by '}
        <Names to="/service-areas" of={areas} />
        {areas.length > 0 && '.'}
        {areas.length > 0 && without.length > 0 && ` Without ${without.map(({ Name }) => Name).join(', ')}.`}
        {areas.length > 0 && limits.length > 0 && ` ${limits.join(', ')}.`}
        {partners.length > 0 && ' Partner agencies: '}
        <Names to="/agencies" of={partners} />
        {partners.length > 0 && '.'}{' '}
        {payers.length === 0
          ? `No payer is contracted in ${place.State}.`
          : `Payers here: ${payers.map(({ Name }) => Name).join(', ')}.`}
      </span>
    </Group>
  );
}

function Names({
  to,
  of,
}: {
  to: '/service-areas' | '/agencies';
  of: readonly { Id: string; Name: string }[];
}) {
  return of.map(({ Id, Name }, index) => (
    <span key={Id}>
      {index > 0 && ', '}
      <Link to={to} search={{ edit: Id }} className="link">
        {Name}
      </Link>
    </span>
  ));
}
