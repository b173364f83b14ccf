import type { SearchStepName } from '#lib/contracts/api/search/search.ts'

const stepLabels: Readonly<Record<SearchStepName, string>> = {
  rewrite: 'Rewrite',
  search: 'Search',
  read: 'Read',
  rank: 'Rank',
  answer: 'Write',
  media: 'Images and videos',
  suggestions: 'Suggestions',
}

/** The display order. */
export const stepOrder = ['rewrite', 'search', 'read', 'rank', 'answer', 'suggestions', 'media'] as const

export function stepLabel(name: string): string {
  return Object.hasOwn(stepLabels, name) ? stepLabels[name as SearchStepName] : name
}
