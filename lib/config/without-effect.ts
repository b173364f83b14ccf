import type { Config } from '#lib/config.ts'

/** Settings of the file that were given, are checked, and that nothing reads yet. */
export function settingsWithoutEffect({ search, listeners }: Pick<Config, 'search' | 'listeners'>): string[] {
  return [
    ...(search.backends.length > 0 ? ['search.backends'] : []),
    ...(listeners.upload !== null ? ['listeners.upload'] : []),
  ]
}
