/**
 * Limits the work that one file of a stranger may cause. Readers spend a unit for each part that they find and each value
 * that they keep, and one for each kilobyte that they look at.
 */
export interface WorkBudget {
  /** Throws the refusal once more is spent than the budget has. */
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
