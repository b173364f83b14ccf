import { toList, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { HttpEvent } from '#lib/client/run.ts'

/** The text of a streamed chat so far. */
export function readChatText(events: readonly HttpEvent[]): string {
  return events
    .map(({ kind, data }) => {
      if (kind !== 'data') return ''
      const [choice] = toList(toObject(readJson(data))['choices'])
      return toText(toObject(toObject(choice)['delta'])['content']) ?? ''
    })
    .join('')
}
