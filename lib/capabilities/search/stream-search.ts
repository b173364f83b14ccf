import type { EventStream, StreamItem } from '#lib/capabilities/call.ts'
import type { SearchChunk, SearchFinish } from '#lib/contracts/search.ts'
import type { SearchHead } from './search-head.ts'
import type { SearchItem } from './search-item.ts'
import type { SearchRun } from './search-run.ts'
import { toMediaLists } from './to-media-lists.ts'

type Delta = SearchChunk['choices'][number]['delta']

/**
 * A search as events. Without details nothing goes out before the answer's first words: until then a failure is a
 * plain one. With details every step goes out as it ends.
 */
export async function* streamSearch(
  items: AsyncIterable<SearchItem>,
  head: SearchHead,
  { details, deadlineMs }: { details: boolean; deadlineMs: number },
  run: SearchRun,
): EventStream<SearchChunk> {
  const toChunk = (delta: Delta, finish: SearchFinish | null = null): SearchChunk => ({
    ...head,
    object: 'search.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const send = (...chunks: SearchChunk[]): StreamItem<SearchChunk> => {
    run.committed = true
    return { kind: 'events', events: chunks }
  }
  let held: SearchChunk[] = []
  if (details) yield send(toChunk({ details: { deadline_ms: deadlineMs } }))
  for await (const item of items) {
    switch (item.kind) {
      case 'waiting':
        yield item
        break
      case 'step':
        if (details) yield send(toChunk({ details: { steps: [item.step] } }))
        break
      case 'found': {
        const about = details && { details: item.details }
        const first = toChunk({ role: 'assistant', sources: [...item.sources], ...about })
        if (details) yield send(first)
        else held = [first]
        break
      }
      case 'text':
        yield send(...held, toChunk({ content: item.text }))
        held = []
        break
      case 'end': {
        const lists = { ...toMediaLists(item.media, details), suggestions: [...item.suggestions] }
        yield send(...held, toChunk(lists, item.finish), {
          ...head,
          object: 'search.completion.chunk',
          choices: [],
          usage: run.usage,
        })
      }
    }
  }
}
