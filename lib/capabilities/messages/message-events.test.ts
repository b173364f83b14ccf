import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import type { MessageEvent } from '#lib/contracts/api/messages/messages.ts'
import { isRecord, readString } from '#lib/providers/transport/json.ts'
import { MessageEvents } from './message-events.ts'
import { readOwnThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import { toMessage } from './to-message.ts'
import type { TranslatedRequest } from './to-chat-request.ts'

const translated: TranslatedRequest = {
  request: { model: 'm', messages: [] },
  ignored: [],
  hasCacheHints: false,
  paths: { messages: [], tools: [], names: { request: {}, part: {}, tool: {} } },
  toolNames: new Map(),
  thinking: 'shown',
  stopSequences: [],
}
const usage = {
  prompt_tokens: 9,
  completion_tokens: 4,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 5 },
}
type Delta = ChatChunk['choices'][number]['delta']
const chunkOf = (
  delta: Delta,
  finish_reason: ChatChunk['choices'][number]['finish_reason'] = null,
): ChatChunk => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'm',
  system_fingerprint: '',
  choices: [{ index: 0, delta, finish_reason }],
})

interface ReadBlock {
  readonly type: string
  readonly name: string
  text: string
  signature: string
}

/** Accepts exactly the documented order. @throws Error */
function accept(events: readonly MessageEvent[]): readonly ReadBlock[] {
  const blocks: ReadBlock[] = []
  let open: ReadBlock | null = null
  require(events[0]?.type === 'message_start', events[0])
  for (const event of events.slice(1, -2)) {
    const inner = [event['content_block'], event['delta']].find(isRecord) ?? {}
    switch (event.type) {
      case 'content_block_start':
        require(open === null && event.index === blocks.length, event)
        open = { type: String(inner['type']), name: readString(inner['name']) ?? '', text: '', signature: '' }
        blocks.push(open)
        break
      case 'content_block_delta':
        require(event.index === blocks.length - 1, event)
        if (open === null) throw new Error('a delta without a block')
        open.text += [inner['text'], inner['thinking'], inner['partial_json']].map(readString).join('')
        open.signature += readString(inner['signature']) ?? ''
        break
      default:
        require(open !== null &&
          event.type === 'content_block_stop' &&
          event.index === blocks.length - 1, event)
        open = null
    }
  }
  require(open === null && events.at(-2)?.type === 'message_delta', events.at(-2))
  require(events.at(-1)?.type === 'message_stop', events.at(-1))
  return blocks
}

function require(isRight: boolean, event: unknown): void {
  if (!isRight) throw new Error(`out of order: ${JSON.stringify(event)}`)
}

const call = (index: number) => JSON.stringify({ index, text: 'a}"{ü' })
const deltas = fc.array(
  fc.oneof(
    fc.string({ minLength: 1 }).map((content): Delta => ({ content })),
    fc.string({ minLength: 1 }).map((reasoning_content): Delta => ({ reasoning_content })),
    fc.tuple(fc.nat(3), fc.nat(20)).map(([index, length]): Delta => ({
      tool_calls: [{ index, function: { arguments: 'x'.repeat(length) } }],
    })),
  ),
  { maxLength: 30 },
)

/** The deltas with real calls: each begins once, and its fragments are those of whole JSON. */
function withCalls(raw: readonly Delta[]): Delta[] {
  const sent = new Map<number, number>()
  const fragments = raw.map((delta): Delta => {
    const [fragment] = delta.tool_calls ?? []
    if (fragment === undefined) return delta
    const { index } = fragment
    const from = sent.get(index) ?? 0
    const piece = call(index).slice(from, from + (fragment.function?.arguments?.length ?? 0))
    sent.set(index, from + piece.length)
    const begins = from === 0 && !sent.has(-1 - index)
    sent.set(-1 - index, 0)
    return {
      tool_calls: [
        {
          index,
          ...(begins && { id: `call_${index}`, type: 'function' }),
          function: { ...(begins && { name: `f${index}` }), arguments: piece },
        },
      ],
    }
  })
  const rest = [...sent].flatMap(([index, from]): Delta[] =>
    index < 0 ? [] : [{ tool_calls: [{ index, function: { arguments: call(index).slice(from) } }] }],
  )
  return [...fragments, ...rest]
}

test('any chunks become events in the documented order that say the same', () => {
  fc.assert(
    fc.property(deltas, fc.integer({ min: 1, max: 5 }), (raw, size) => {
      const said = withCalls(raw)
      const writer = new MessageEvents('m', 3, translated)
      const chunks = [
        ...said.map(delta => chunkOf(delta)),
        chunkOf({}, 'stop'),
        { ...chunkOf({}), choices: [], usage },
      ]
      const events: MessageEvent[] = []
      for (let at = 0; at < chunks.length; at += size)
        events.push(...writer.read(chunks.slice(at, at + size)))

      const blocks = accept(events)
      const textOf = (type: string) =>
        blocks.flatMap(block => (block.type === type ? [block.text] : [])).join('')
      expect(textOf('text')).toBe(said.map(({ content }) => content ?? '').join(''))
      expect(textOf('thinking')).toBe(said.map(({ reasoning_content: text }) => text ?? '').join(''))
      const calls = blocks.filter(({ type }) => type === 'tool_use')
      expect(calls.map(({ text }) => `f${(JSON.parse(text) as { index: number }).index}`)).toEqual(
        calls.map(({ name }) => name),
      )
      const thoughts = blocks.filter(({ type }) => type === 'thinking')
      expect(thoughts.map(({ text, signature }) => readOwnThinking({ thinking: text, signature }))).toEqual(
        thoughts.map(({ text }) => text),
      )
      const begun = new Set(said.flatMap(({ tool_calls: begun }) => begun?.map(({ index }) => index) ?? []))
      expect(calls).toHaveLength(begun.size)
      expect(events.at(-2)).toMatchObject({
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 4, cache_read_input_tokens: 5, output_tokens: 4 },
      })
    }),
  )
})

test('a call without arguments has the input {}', () => {
  const writer = new MessageEvents('m', 0, translated)
  const begun = {
    tool_calls: [{ index: 0, id: 'a', type: 'function' as const, function: { name: 'f', arguments: '' } }],
  }
  const events = writer.read([
    chunkOf(begun),
    chunkOf({}, 'tool_calls'),
    { ...chunkOf({}), choices: [], usage },
  ])

  expect(accept(events)).toMatchObject([{ type: 'tool_use', name: 'f', text: '{}' }])
})

test('thinking is hidden unless the client asks for it, and its text survives where only the signature is shown', () => {
  const chunks = [chunkOf({ reasoning_content: 'Hm' }), chunkOf({ content: 'Hi' }), chunkOf({}, 'stop')]
  const end = { ...chunkOf({}), choices: [], usage }
  const hidden = new MessageEvents('m', 0, { ...translated, thinking: 'hidden' }).read([...chunks, end])
  const omitted = accept(
    new MessageEvents('m', 0, { ...translated, thinking: 'omitted' }).read([...chunks, end]),
  )

  expect(accept(hidden).map(({ type }) => type)).toEqual(['text'])
  expect(omitted[0]?.text).toBe('')
  expect(readOwnThinking({ thinking: '', signature: omitted[0]?.signature ?? '' })).toBe('Hm')
})

test('a plain answer has its blocks in order, and arguments that are not JSON as text', () => {
  const message = {
    role: 'assistant' as const,
    content: 'Hi',
    refusal: null,
    reasoning_content: 'Hm',
    tool_calls: [{ id: 'a b', type: 'function' as const, function: { name: 'f', arguments: '{"a":' } }],
  }
  const choices = [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' as const }]
  const head = { id: '', object: 'chat.completion' as const, created: 0, model: '', system_fingerprint: '' }

  expect(toMessage({ ...head, choices, usage }, usage, 'm', translated)).toMatchObject({
    content: [
      { type: 'thinking', thinking: 'Hm' },
      { type: 'text', text: 'Hi' },
      {
        type: 'tool_use',
        id: expect.stringMatching(/^toolu_\w{24}$/) as string,
        input: { invalid_json: '{"a":' },
      },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 4, cache_read_input_tokens: 5 },
  })
})
