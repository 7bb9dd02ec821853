import { at, components, repeated, type Segment } from './x12.ts';

/** The forms of EB that are left out on purpose; every other form no rule reads is shown to people. */
export function isIgnoredForm(eb: Segment): boolean {
  const isAboutMedicare = ['MA', 'MB'].includes(at(eb, 4));
  if (!isAboutMedicare) return false;
  const form = at(eb, 1);
  // Co-payments, limitations, services not covered, reserve days: amounts and counts, no reason to refuse.
  if (['B', 'F', 'I', 'K'].includes(form)) return !saysNothing(eb);
  // Entitlement repeated for a single service type; the line of service type 30 is the one that is read.
  if (form === '1') return repeated(eb, 3).length > 0;
  // When a preventive service is due next.
  return form === 'D' && components(eb, 13)[0] === 'HC';
}

const saysNothing = (eb: Segment) => eb.elements.slice(5).every((element) => element === '');
