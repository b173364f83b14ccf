import { writeCookie } from './write-cookie.ts'

export const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

export const densityLabels: Record<Density, string> = { compact: 'Compact', comfortable: 'Comfortable' }

/** The server sets the attribute from the cookie on the next load. */
export function setDensity(density: Density): void {
  document.documentElement.dataset['density'] = density
  writeCookie('sextant_density', density)
}

export function readDensity(): Density {
  const chosen = document.documentElement.dataset['density']
  return densities.find(density => density === chosen) ?? 'compact'
}
