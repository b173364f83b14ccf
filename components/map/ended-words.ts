import type { StopReason } from './model/found-map.ts'

export interface EndedWords {
  readonly text: string
  /** The field that sets the limit, with a suggestion. */
  readonly more: { readonly field: string; readonly advice: string } | null
}

/** The reason a map ended, and how to get more. */
export const endedWords: Readonly<Record<StopReason, EndedWords>> = {
  done: { text: 'Nothing is left to find.', more: null },
  limit: {
    text: 'Ended at the limit of links: the site has more.',
    more: { field: 'limit', advice: 'Raise the limit' },
  },
  time: {
    text: 'Ended because the time was up: the site may have more.',
    more: { field: 'timeout', advice: 'Allow more time' },
  },
  pages: {
    text: 'Ended after as many pages as one map reads: start further down, or ask for words.',
    more: { field: 'url', advice: 'Change the address' },
  },
  hosts: {
    text: 'Some hosts were left out: one map visits only so many.',
    more: { field: 'includeSubdomains', advice: 'Leave subdomains out' },
  },
}
