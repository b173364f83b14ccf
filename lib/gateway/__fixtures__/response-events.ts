import { expect } from 'vitest'
import type { ReadEvent } from './message-events.ts'

/** The events of a stream of the Responses API, read strictly: named, counted without gaps, and ended by `[DONE]`. */
export function responseEventsOf(text: string): { readonly events: readonly ReadEvent[]; readonly done: boolean } {
  const blocks = text.split('\n\n').filter(block => block !== '' && !block.startsWith(':'))
  const done = blocks.at(-1) === 'data: [DONE]'
  const events = blocks.slice(0, done ? -1 : undefined).map((block, index) => {
    const [, name, data] = /^event: ([\w.]+)\ndata: (.*)$/.exec(block) ?? []
    const event = JSON.parse(data ?? 'null') as ReadEvent
    expect([event.type, event['sequence_number']]).toEqual([name, index])
    return event
  })
  return { events, done }
}
