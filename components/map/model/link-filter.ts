import type { LinkSource } from './map-link.ts'

/** The filter of the shown links. */
export interface LinkFilter {
  /**
   * Words and patterns separated by spaces. A word must occur in the URL or the title, ignoring case. A
   * pattern has a wildcard: `/blog/**`, `*.pdf`, `docs.example.com/**`; one of them must match. A leading `!`
   * excludes.
   */
  readonly query: string
  /** False excludes links with a query string. */
  readonly parameters: boolean
  /** Included hosts; null: all. */
  readonly hosts: ReadonlySet<string> | null
  /** Included sources; null: all, also unknown ones. */
  readonly sources: ReadonlySet<LinkSource> | null
}

export const noFilter: LinkFilter = { query: '', parameters: true, hosts: null, sources: null }

export function isFiltering({ query, parameters, hosts, sources }: LinkFilter): boolean {
  return query.trim() !== '' || !parameters || hosts !== null || sources !== null
}
