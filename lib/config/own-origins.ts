import type { Config } from './settings.ts'

/** The addresses of this server itself, which nobody's request may make it ask. */
export function ownOrigins({
  host,
  port,
  listeners,
  appUrl,
}: Pick<Config, 'host' | 'port' | 'listeners' | 'appUrl'>): string[] {
  const ports = [port, listeners.crawl, listeners.upload].filter(each => each !== null)
  return [...ports.map(each => `http://${host}:${each}`), ...(appUrl === null ? [] : [appUrl])]
}
