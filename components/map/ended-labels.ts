import type { StopReason } from './model/found-map.ts'

export interface EndedLabels {
  readonly text: string
  /** The field that sets the limit, with a suggestion. */
  readonly more: { readonly field: string; readonly advice: string } | null
}

/** The reason a map ended, and how to get more. */
export const endedLabels: Readonly<Record<StopReason, EndedLabels>> = {
  done: { text: 'Complete.', more: null },
  limit: {
    text: 'Ended at the link limit: the site has more.',
    more: { field: 'limit', advice: 'Increase limit' },
  },
  time: {
    text: 'Ended at the time limit: the site may have more.',
    more: { field: 'timeout', advice: 'Increase timeout' },
  },
  pages: {
    text: 'Ended at the page limit: start at a deeper path, or add search terms.',
    more: { field: 'url', advice: 'Change URL' },
  },
  hosts: {
    text: 'Some hosts were skipped: a map visits a limited number of hosts.',
    more: { field: 'includeSubdomains', advice: 'Exclude subdomains' },
  },
}
