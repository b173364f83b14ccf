import type { Config } from './settings.ts'

/** Origins of this server, which no request may make it fetch. */
export function ownOrigins({
  host,
  port,
  listeners,
  appUrl,
}: Pick<Config, 'host' | 'port' | 'listeners' | 'appUrl'>): string[] {
  const ports = [port, listeners.crawl, listeners.upload].filter(each => each !== null)
  return [...ports.map(each => `http://${host}:${each}`), ...(appUrl === null ? [] : [appUrl])]
}
