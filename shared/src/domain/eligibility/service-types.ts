/** X12 code list 1365 as of version 005010, which eligibility inquiries use; later versions differ. */
const serviceTypes = new Set([
  ...Array.from({ length: 99 }, (_, index) => String(index + 1)).filter(
    (code) => code !== '29' && code !== '31',
  ),
  ...'A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AQ AR'.split(' '),
  ...'B1 B2 B3 BA BB BC BD BE BF BG BH BI BJ BK BL BM BN BP BQ BR BS BT BU BV BW BX BY BZ'.split(' '),
  ...'C1 CA CB CC CD CE CF CG CH CI CJ CK CL CM CN CO CP CQ'.split(' '),
  ...'DG DM DS GF GN GY IC MH NI ON PT PU RN RT TC TN UC'.split(' '),
]);

export const isServiceType = (code: string): boolean => serviceTypes.has(code);
