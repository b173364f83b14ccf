import { writeCookie } from './write-cookie.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeLabels: Record<Theme, string> = { light: 'Light', dark: 'Dark', system: 'As the system' }

/** The server writes the attribute from the cookie at the next load, so there is neither flash nor script. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  writeCookie('sextant_theme', theme)
}

/** The theme of this page; the system's where none was chosen. */
export function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return themes.find(theme => theme === chosen) ?? 'system'
}
