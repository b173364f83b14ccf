import 'server-only'
import { cookies } from 'next/headers'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'comfortable'

/** Values the server needs before it renders, to avoid layout shifts and flashes. */
export interface Preferences {
  readonly theme: Theme
  readonly density: Density
  readonly sidebarOpen: boolean
  /** Playgrounds, by contract id, whose request is hidden. */
  readonly closedInspectors: readonly string[]
  readonly singleKeys: boolean
  readonly parametersOpen: boolean
  /** Whether Home hides its first steps. */
  readonly startHidden: boolean
}

export async function readPreferences(): Promise<Preferences> {
  const jar = await cookies()
  const theme = jar.get('sextant_theme')?.value
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    density: jar.get('sextant_density')?.value === 'comfortable' ? 'comfortable' : 'compact',
    sidebarOpen: jar.get('sextant_sidebar')?.value !== 'closed',
    closedInspectors: (jar.get('sextant_inspector')?.value ?? '').split('.').filter(Boolean),
    singleKeys: jar.get('sextant_single_keys')?.value !== 'off',
    parametersOpen: jar.get('sextant_parameters')?.value !== 'closed',
    startHidden: jar.get('sextant_start')?.value === 'hidden',
  }
}
