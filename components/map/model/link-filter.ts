import type { LinkSource } from './map-link.ts'

/** Which links are shown. */
export interface LinkFilter {
  /**
   * Words and patterns between spaces. A word has to occur in the address or the title, in whatever case. A pattern
   * has a star: `/blog/**`, `*.pdf`, `docs.example.com/**`; one of them has to match. `!` in front leaves out.
   */
  readonly query: string
  /** False leaves out what has a query. */
  readonly parameters: boolean
  /** Hosts that are shown; null: all. */
  readonly hosts: ReadonlySet<string> | null
  /** Sources that are shown; null: all, also where none is told. */
  readonly sources: ReadonlySet<LinkSource> | null
}

export const noFilter: LinkFilter = { query: '', parameters: true, hosts: null, sources: null }

export function isFiltering({ query, parameters, hosts, sources }: LinkFilter): boolean {
  return query.trim() !== '' || !parameters || hosts !== null || sources !== null
}
