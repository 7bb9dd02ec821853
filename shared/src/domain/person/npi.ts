/** National Provider Identifier: ten digits, the last a Luhn check digit over `80840` and the number. */
export function isNpi(text: string): boolean {
  return /^[12]\d{9}$/.test(text) && luhnSum(`80840${text}`) % 10 === 0;
}

function luhnSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
}
