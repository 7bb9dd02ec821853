import { createTheme, type CSSVariablesResolver } from '@mantine/core';

// An option list that scrolls without taking focus, and a menu with a focus placeholder, both fail axe.
const comboboxProps = {
  defaultProps: { withScrollArea: false, styles: { options: { maxHeight: 240, overflowY: 'auto' } } },
} as const;

/** Mantine's dark surfaces, in the hue of ours: text first, the deepest ground last. */
const slate = [
  '#e7ebf0',
  '#c2cad4',
  '#a4afbc',
  '#76818f',
  '#3a4450',
  '#2d353f',
  '#1a1f26',
  '#14181d',
  '#101317',
  '#0c0f12',
] as const;

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  colors: { dark: slate },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  defaultRadius: 5,
  respectReducedMotion: true,
  components: {
    Select: comboboxProps,
    MultiSelect: comboboxProps,
    Autocomplete: comboboxProps,
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' }, radius: 6 } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-soft)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-placeholder': 'var(--ink-soft)',
};

// Mantine's own error text, light badges and dimmed text stay under 4.5:1.
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...shared,
    '--mantine-color-default': '#ffffff',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-yellow-light-color': '#7a4a00',
    '--mantine-color-green-light-color': '#1b5e20',
  },
  dark: {
    ...shared,
    '--mantine-color-default': '#1a1f26',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-yellow-light-color': '#ffd43b',
    '--mantine-color-green-light-color': '#8ce99a',
  },
});
