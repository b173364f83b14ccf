import { writeCookie } from './write-cookie.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** The server sets the attribute from the cookie on the next load, without a script or a flash. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  writeCookie('sextant_theme', theme)
}

/** The theme of this page; the system theme by default. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return themes.find(theme => theme === chosen) ?? 'system'
}
