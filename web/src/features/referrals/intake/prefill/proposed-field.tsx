import { CheckGlyph } from '../../../../ui/check-glyph.tsx';
import { Field, type FieldProps } from '../../../../ui/form/field.tsx';
import { type Offered, useOffers } from './offered.ts';
import { valueText } from './review-lines.ts';
import styles from './prefill.module.css';

/** A field with the value that a document proposes for it. */
export function ProposedField(props: FieldProps<string>) {
  const { byPath, accept } = useOffers();
  const offer = byPath.get(props.name);
  return (
    <Field {...props} {...(offer && { hint: <Offer offer={offer} onAccept={() => accept(offer)} /> })} />
  );
}

/** The services that a document proposes, above their check boxes. */
export function ProposedServices() {
  const { byPath, accept } = useOffers();
  const offer = byPath.get('Services');
  return offer && <Offer offer={offer} onAccept={() => accept(offer)} />;
}

function Offer({
  offer: { path, value, place, line, check },
  onAccept,
}: {
  offer: Offered;
  onAccept: () => void;
}) {
  return (
    <span className={styles['offer']} data-proposed={path} data-state={check.state}>
      <CheckGlyph state={check.state} />
      <span>
        <b>{valueText({ path, value })}</b> {place ? `on page ${place.page}` : `in ${line}`}. {check.sentence}
        .{' '}
        <button type="button" className="text-button" tabIndex={-1} onClick={onAccept}>
          Accept
        </button>
      </span>
    </span>
  );
}
