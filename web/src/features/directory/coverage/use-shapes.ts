import useSWR from 'swr';
import { statePaths } from 'virtual:county-paths';

/** The outlines of a state's counties, or null for what is no state; they never change while the page is open. */
export const useShapes = (state: string) =>
  useSWR(['county-paths', state], async () => (await statePaths[state]?.()) ?? null, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
