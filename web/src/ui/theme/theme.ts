import { createTheme, type CSSVariablesResolver } from '@mantine/core';

// An option list that scrolls without taking focus fails axe.
const comboboxProps = {
  defaultProps: { withScrollArea: false, styles: { options: { maxHeight: 240, overflowY: 'auto' } } },
} as const;

/** Mantine's dark colors in our hue, from text to the darkest background. */
const slate = [
  '#e9ecf1',
  '#b6bec9',
  '#929daa',
  '#717c8c',
  '#3a424f',
  '#272d37',
  '#1c212a',
  '#151920',
  '#0f1217',
  '#0c0f13',
] as const;

/** The values of tokens.css under the names that Mantine's components use. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  colors: { dark: slate },
  autoContrast: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '4px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '650' },
  respectReducedMotion: true,
  components: {
    Select: comboboxProps,
    MultiSelect: comboboxProps,
    Autocomplete: comboboxProps,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // The one main action of a page or dialog is filled.
    Button: { defaultProps: { variant: 'default' } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // Mantine makes rem of plain pixels, and one rem has 13 px here.
    Modal: {
      defaultProps: { size: 'calc(560px)', closeButtonProps: { 'aria-label': 'Close' }, radius: 'lg' },
    },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
});

const named = ['green', 'red'] as const;

// Mantine's own error text, light badges and dimmed text stay under 4.5:1.
const ours = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text2)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-border': 'var(--control)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-placeholder': 'var(--text3)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-blue-filled': 'var(--accent)',
  '--mantine-color-blue-filled-hover': 'color-mix(in srgb, var(--accent), black 12%)',
  '--mantine-color-blue-light': 'var(--accent-soft)',
  '--mantine-color-blue-light-hover': 'var(--selected)',
  '--mantine-color-blue-light-color': 'var(--accent-text)',
  '--mantine-color-red-filled': 'var(--red-solid)',
  '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--red-solid), black 12%)',
  '--mantine-color-green-filled': 'var(--green-solid)',
  '--mantine-color-green-filled-hover': 'color-mix(in srgb, var(--green-solid), black 12%)',
  ...Object.fromEntries(
    named.flatMap((name) => [
      [`--mantine-color-${name}-light`, `var(--${name}-soft)`],
      [`--mantine-color-${name}-light-hover`, `var(--${name}-soft)`],
      [`--mantine-color-${name}-light-color`, `var(--${name}-text)`],
    ]),
  ),
};

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours });
