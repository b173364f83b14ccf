import { expect } from 'vitest'

export interface ReadEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** The events of a stream of the Messages API, read strictly: a name and one data line each. */
export function messageEventsOf(text: string): readonly ReadEvent[] {
  return text
    .split('\n\n')
    .filter(block => block !== '' && !block.startsWith(':'))
    .map(block => {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
      const event = JSON.parse(data ?? 'null') as ReadEvent
      expect(event.type).toBe(name)
      return event
    })
    .filter(({ type }) => type !== 'ping')
}
