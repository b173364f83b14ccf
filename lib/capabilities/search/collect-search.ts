import type { SearchCompletion, SearchDetails } from '#lib/contracts/search.ts'
import type { SearchHead } from './search-head.ts'
import type { SearchItem } from './search-item.ts'
import type { SearchRun } from './search-run.ts'
import { toMediaLists } from './to-media-lists.ts'

/** A search as one answer. */
export async function collectSearch(
  items: AsyncIterable<SearchItem>,
  head: SearchHead,
  { details, deadlineMs }: { details: boolean; deadlineMs: number },
  run: SearchRun,
): Promise<SearchCompletion> {
  const about: SearchDetails = { steps: [], query: '', sources: [], backends: [], deadline_ms: deadlineMs }
  let content = ''
  let found: Extract<SearchItem, { kind: 'found' }> | null = null
  let end: Extract<SearchItem, { kind: 'end' }> | null = null
  for await (const item of items) {
    if (item.kind === 'step') about.steps.push(item.step)
    if (item.kind === 'found') found = item
    if (item.kind === 'text') content += item.text
    if (item.kind === 'end') end = item
  }
  if (found === null || end === null) throw new Error('the search has no end')
  return {
    ...head,
    object: 'search.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          sources: [...found.sources],
          ...toMediaLists(end.media, details),
          suggestions: [...end.suggestions],
          ...(details && { details: { ...about, ...found.details } }),
        },
        finish_reason: end.finish,
      },
    ],
    usage: run.usage,
  }
}
