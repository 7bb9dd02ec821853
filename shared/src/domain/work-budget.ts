/** Limits the work for one file of a stranger. Readers spend a unit for each part found, value kept and kilobyte looked at. */
export interface WorkBudget {
  /** Throws the refusal when the budget is exceeded. */
  spend: (units: number) => void;
  spent: () => number;
}

/** More than any referral or fax needs. Reading that much takes about a second of CPU time. */
const MOST_UNITS = 400_000;

export function workBudget(refusal: () => Error, most = MOST_UNITS): WorkBudget {
  let spent = 0;
  return {
    spend(units) {
      spent += units;
      if (spent > most) throw refusal();
    },
    spent: () => spent,
  };
}

/** The units for looking at this many bytes or characters. */
export const looking = (length: number): number => Math.ceil(length / 1024);
