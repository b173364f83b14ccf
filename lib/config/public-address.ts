import type { Config } from './settings.ts'

const hereOrEverywhere: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** The public URL: as configured, or as printed at the start; without a trailing slash. */
export function publicAddress({ host, port, appUrl }: Pick<Config, 'host' | 'port' | 'appUrl'>): string {
  if (appUrl !== null) return appUrl
  if (hereOrEverywhere.has(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
