const thisYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const anyYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "Aug 18", with the year unless it is this one. */
export function shortDay(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return (at.getFullYear() === new Date().getFullYear() ? thisYear : anyYear).format(at);
}

/** "Ada Q." for Ada Quillsample, where the column is narrow and the people are few. */
export const shortName = (fullName: string): string => fullName.replace(/ (\S)\S*$/, ' $1.');
