import { createRoot } from 'react-dom/client';
import { Entry } from './app/entry.tsx';
import { keepNothingForBack } from './app/session/page-cache.ts';
import './ui/theme/tokens.css';

// The sign-in page comes before Mantine, which keeps the chosen scheme under this name.
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
prefersDark.addEventListener('change', followScheme);
followScheme();

function followScheme(): void {
  const chosen = localStorage.getItem('mantine-color-scheme-value');
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark.matches);
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
}

keepNothingForBack(globalThis, {
  wipe: () => document.body.replaceChildren(),
  reload: () => location.reload(),
});

const root = document.getElementById('root');
if (root) createRoot(root).render(<Entry />);
