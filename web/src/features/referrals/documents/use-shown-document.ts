import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

const route = getRouteApi('/referrals/$id');

/** The open document is in the address, so that the browser's back button closes it and the link can be shared. */
export function useShownDocument() {
  const { document: shownId } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const wasOpenedHere = useRef(false);

  function show(id: string | undefined): void {
    if (id === undefined && wasOpenedHere.current) {
      wasOpenedHere.current = false;
      return history.back();
    }
    if (id !== undefined && shownId === undefined) wasOpenedHere.current = true;
    const replace = id === undefined || shownId !== undefined;
    void navigate({ search: (former) => ({ ...former, document: id }), replace, resetScroll: false });
  }

  return [shownId, show] as const;
}
