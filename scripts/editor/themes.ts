// The editor's own themes by the four kinds there are.

export const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  hcDark: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;
