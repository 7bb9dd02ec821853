/** The check that a link of ours is about, and the agency it belongs to. */
export function checkInLink(text: string): { check: string; domain: string | undefined } | undefined {
  const query = URL.parse(text.trim())?.searchParams;
  const check = query?.get('check') ?? query?.get('again');
  if (!query || !check) return undefined;
  return { check, domain: query.get('domain') ?? undefined };
}
