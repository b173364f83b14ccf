import type { Source } from './source.ts'

/** The hosts that an answer may link to: those of its sources. */
export function hostsOf(sources: readonly Source[]): Set<string> {
  return new Set(sources.map(({ url }) => URL.parse(url)?.host ?? ''))
}
