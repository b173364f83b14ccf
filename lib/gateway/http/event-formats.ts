import type { Contract } from '#lib/contracts/core/contract.ts'

/** How the stream of an API format is written. */
export interface EventFormat {
  print(events: readonly unknown[]): string
  readonly keepAlive: string
  /** After the last event; empty: nothing. */
  readonly end: string
  /** The last event of a stream that failed. */
  fail(body: object): string
}

const chat: EventFormat = {
  print(events) {
    let text = ''
    for (const event of events) text += `data: ${JSON.stringify(event)}\n\n`
    return text
  },
  keepAlive: ': keep-alive\n\n',
  end: 'data: [DONE]\n\n',
  fail: body => `data: ${JSON.stringify(body)}\n\n`,
}

// Anthropic's SDKs ignore events without a name.
const messages: EventFormat = {
  print: printNamed,
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
  end: '',
  fail: failNamed,
}

const responses: EventFormat = { ...chat, print: printNamed, fail: failNamed }

export function eventFormatOf({ apiFormat = 'chat' }: Pick<Contract, 'apiFormat'>): EventFormat {
  return { chat, messages, responses }[apiFormat]
}

function printNamed(events: readonly unknown[]): string {
  let text = ''
  for (const event of events) text += `event: ${nameOf(event)}\ndata: ${JSON.stringify(event)}\n\n`
  return text
}

function failNamed(body: object): string {
  return `event: error\ndata: ${JSON.stringify(body)}\n\n`
}

function nameOf(event: unknown): string {
  return typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : 'message'
}
