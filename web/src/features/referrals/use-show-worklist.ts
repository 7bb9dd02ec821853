import { useNavigate } from '@tanstack/react-router';
import { addressOf, type Selection, WorklistAddress } from './worklist-selection.ts';

/** Goes to the same list but for this; what is not understood is taken for "any". */
export function useShowWorklist(selection: Selection) {
  const navigate = useNavigate();
  return (change: { [Name in keyof WorklistAddress]?: string | undefined }) => {
    const wanted = WorklistAddress.parse({ ...selection, ...change });
    void navigate({ to: '/referrals', search: addressOf(wanted) });
  };
}
