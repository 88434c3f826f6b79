// The editor's own themes by the four kinds there are. It writes former names anew in the settings.

export const themes = {
  dark: 'Dark Modern',
  light: 'Light Modern',
  hcDark: 'Default High Contrast',
  hcLight: 'Default High Contrast Light',
} as const;

export type Theme = keyof typeof themes;
