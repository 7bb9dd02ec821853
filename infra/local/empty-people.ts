import type { LocalPerson } from './demo-people.ts';

/**
 * People who can sign in to an installation that started empty. It knows none of them: the first one becomes its
 * administrator.
 */
export const emptyPeople = {
  alex: newcomer(1, 'Alex Admin', 'First administrator of the system'),
  morgan: newcomer(2, 'Morgan Reevesdemo'),
  iris: newcomer(3, 'Iris Lambtest'),
  noor: newcomer(4, 'Noor Hallsample'),
  theo: newcomer(5, 'Theo Barkdemo'),
  june: newcomer(6, 'June Westtest'),
  sol: newcomer(7, 'Sol Kingsample'),
};

function newcomer(
  number: number,
  name: string,
  title = 'New here until the administrator gives access',
): LocalPerson {
  const [first = ''] = name.toLowerCase().split(' ');
  return {
    oid: `0a000002-0000-4000-8000-00000000000${number}`,
    name,
    email: `${first}@agency.example`,
    title,
  };
}
