interface HeaderOptions {
  /** Origins besides the page's own that it may connect to: API, identity server, real-time service. */
  connect: readonly string[];
  /** Origins that may be framed: the identity server's silent renewal. */
  frame: readonly string[];
}

/** The deployed site's headers with local origins, so that their restrictions show before deployment. */
export function webHeaders(path: string, { connect, frame }: HeaderOptions): Record<string, string> {
  // MSAL's hidden frame and popup return to this page: it may be framed by us and must not be cut off its opener.
  const isSignInBridge = path === '/redirect.html';
  const policy = path.startsWith(scanReader)
    ? scanReaderPolicy
    : pagePolicy({ connect, frame, isSignInBridge });
  return {
    'Content-Security-Policy': policy.join('; '),
    // Static Web Apps otherwise sends its own shorter one; browsers ignore it over http.
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    ...(!isSignInBridge && { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
  };
}

const scanReader = '/assets/ocr/';
/**
 * The worker that reads scanned pages runs WebAssembly, which no page may. It has the text of patients' papers, so it
 * may load its own files and send nothing.
 */
const scanReaderPolicy = ["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'"];

const pagePolicy = ({ connect, frame, isSignInBridge }: HeaderOptions & { isSignInBridge: boolean }) => [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  // Mantine adds style elements at run time; a static host cannot issue nonces for them.
  "style-src-elem 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  `connect-src ${["'self'", ...connect].join(' ')}`,
  `frame-src ${["'self'", ...frame].join(' ')}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  `frame-ancestors ${isSignInBridge ? "'self'" : "'none'"}`,
];
