import type { AddressMatch } from '@handoff/shared/domain/address/address-search';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useAddressData } from './address-data.ts';

/** For an address that is not in the file: the closest one that is, and how it differs. A person decides. */
export function NearestAddress({
  match,
  onTake,
}: {
  match: AddressMatch;
  onTake?: (match: AddressMatch) => void;
}) {
  const name = <span className="number">{match.address}</span>;
  return (
    <span>
      {match.rules.includes('number not in the list') ? 'Its street is in the file:' : 'In the file:'}{' '}
      {onTake ? (
        <button type="button" className="text-button" onClick={() => onTake(match)}>
          {name}
        </button>
      ) : (
        name
      )}{' '}
      ({match.rules.join(', ')})
    </span>
  );
}

/** The closest match in the file for a saved address that is not in it. */
export function NearestInFile({ address }: { address: Referral['Address'] }) {
  const data = useAddressData(address.State, address.ZipCode);
  const [match] = data.search(address.StreetAddress);
  return match && <NearestAddress match={match} />;
}
