import type { Config } from './settings.ts'

const hereOrEverywhere: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** The address that people open: as it was set, or as it is printed at the start; without a slash at its end. */
export function publicAddress({ host, port, appUrl }: Pick<Config, 'host' | 'port' | 'appUrl'>): string {
  if (appUrl !== null) return appUrl
  if (hereOrEverywhere.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
