import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import type { Response, ResponseEvent } from '#lib/contracts/api/responses/responses.ts'
import { isRecord, readString } from '#lib/providers/transport/json.ts'
import { assembleAnswer } from '#lib/capabilities/chat/assemble-answer.ts'
import { ResponseEvents } from './response-events.ts'
import { toResponse } from './responses-format.ts'
import type { TranslatedResponse } from './to-chat-request.ts'

const translated: TranslatedResponse = {
  request: { model: 'm', messages: [] },
  ignored: [],
  hasCacheHints: false,
  paths: { messages: [], tools: [], names: { request: {}, part: {}, tool: {} } },
  input: { model: 'm', input: 'Hi', include: ['reasoning.encrypted_content'] },
  tools: new Map([['patch', { type: 'custom', name: 'patch', namespace: null }]]),
}
const usage = {
  prompt_tokens: 9,
  completion_tokens: 4,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 1 },
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

function require(holds: boolean, event: unknown): asserts holds {
  if (!holds) throw new Error(`not in order: ${JSON.stringify(event)}`)
}

const textMember: Readonly<Record<string, string>> = {
  'response.reasoning_summary_text': 'text',
  'response.output_text': 'text',
  'response.refusal': 'refusal',
  'response.function_call_arguments': 'arguments',
  'response.custom_tool_call_input': 'input',
}

/** Accepts exactly the documented order. @returns the items that the deltas say @throws Error */
function accept(events: readonly ResponseEvent[]): readonly unknown[] {
  const items: unknown[] = []
  let open: { readonly id: unknown; text: string } | null = null
  let hasPart = false
  for (const [index, event] of events.entries()) require(event.sequence_number === index, event)
  require(events[0]?.type === 'response.created' && events[1]?.type === 'response.in_progress', events[0])
  for (const event of events.slice(2, -1)) {
    const { type } = event
    require(event['output_index'] === items.length, event)
    if (type === 'response.output_item.added') {
      const { item } = event
      require(open === null && isRecord(item), event)
      open = { id: item['id'], text: '' }
      continue
    }
    require(open !== null, event)
    if (type === 'response.output_item.done') {
      require(!hasPart && isRecord(event['item']) && event['item']['id'] === open.id, event)
      require(JSON.stringify(event['item']).includes(JSON.stringify(open.text).slice(1, -1)), event)
      items.push(event['item'])
      open = null
      continue
    }
    require(event['item_id'] === open.id, event)
    if (type.endsWith('part.added') || type.endsWith('part.done')) {
      require(hasPart === type.endsWith('done'), event)
      hasPart = !hasPart
      continue
    }
    const [, stem = '', end] = /^(.*)\.(delta|done)$/.exec(type) ?? []
    const member = textMember[stem]
    require(member !== undefined, event)
    if (end === 'delta') open.text += readString(event['delta']) ?? ''
    else require(event[member] === open.text, event)
  }
  require(open === null, events.at(-1))
  return items
}

/** Without ids and times, which differ between two readings. */
function comparable(response: unknown): unknown {
  return JSON.parse(
    JSON.stringify(response, (name, value: unknown) =>
      ['id', 'created_at', 'completed_at'].includes(name) ? null : value,
    ),
  )
}

const piece = fc.string({ minLength: 1, maxLength: 8 })
const call = fc
  .tuple(fc.nat(3), fc.constantFrom('f', 'patch'), fc.jsonValue(), fc.nat(8))
  .map(([index, name, value, cutAt]) => {
    const text = JSON.stringify(isRecord(value) ? value : { input: JSON.stringify(value) })
    return { index, name, parts: [text.slice(0, cutAt), text.slice(cutAt)] }
  })
/** Text, reasoning, refusals and up to four calls, the parts of two calls possibly mixed. */
const deltas: fc.Arbitrary<Delta[]> = fc
  .array(
    fc.oneof(
      piece.map((content): Delta[] => [{ content }]),
      piece.map((reasoning_content): Delta[] => [{ reasoning_content }]),
      piece.map((refusal): Delta[] => [{ refusal }]),
      fc.uniqueArray(call, { selector: ({ index }) => index, minLength: 1, maxLength: 4 }).map(calls => [
        ...calls.map(({ index, name, parts }): Delta => ({
          tool_calls: [
            { index, id: `call ${index}`, type: 'function', function: { name, arguments: parts[0] ?? '' } },
          ],
        })),
        ...calls.map(({ index, parts }): Delta => ({
          tool_calls: [{ index, function: { arguments: parts[1] ?? '' } }],
        })),
      ]),
    ),
    { maxLength: 6 },
  )
  .map(groups => {
    // The calls of an answer come once.
    const first = groups.findIndex(group => group[0]?.tool_calls)
    return groups.flatMap((group, index) => (group[0]?.tool_calls && index !== first ? [] : group))
  })

const finish = fc.constantFrom('stop' as const, 'length' as const, 'content_filter' as const)

test('any chunks become events in the documented order, and the last one has what they say', () => {
  fc.assert(
    fc.property(deltas, finish, fc.nat(5), (list, reason, size) => {
      const events = new ResponseEvents('m', translated)
      const chunks = [...list.map(delta => chunkOf(delta)), chunkOf({}, reason)]
      const read: ResponseEvent[] = []
      for (let at = 0; at < chunks.length; at += size + 1)
        read.push(...events.read(chunks.slice(at, at + size + 1)))
      read.push(...events.read([{ ...chunkOf({}), choices: [], usage }]))

      const items = accept(read)

      const last = read.at(-1)?.['response'] as Response
      expect(last.output).toEqual(items)
      expect(last.status).toBe(reason === 'stop' ? 'completed' : 'incomplete')
      expect(last.usage).toMatchObject({
        input_tokens: 9,
        input_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 1 },
        total_tokens: 13,
      })
      expect(events.response).toBe(last)
    }),
  )
})

test('a plain answer is the last response of the stream with the same items', async () => {
  await fc.assert(
    fc.asyncProperty(piece, piece, fc.option(call), async (reasoning_content, content, called) => {
      const list: Delta[] = [{ reasoning_content }, { content }]
      if (called !== null)
        list.push({
          tool_calls: [
            {
              index: 0,
              id: 'a',
              type: 'function',
              function: { name: called.name, arguments: called.parts.join('') },
            },
          ],
        })
      const chunks = [...list.map(delta => chunkOf(delta)), chunkOf({}, 'stop')]
      const events = new ResponseEvents('m', translated)
      events.read([...chunks, { ...chunkOf({}), choices: [], usage }])
      const answer = await assembleAnswer(
        (async function* () {
          yield { kind: 'events', events: chunks } as const
        })(),
      )

      expect(comparable(toResponse(answer, usage, 'm', translated))).toEqual(comparable(events.response))
    }),
  )
})

test('text that waits behind an open call keeps the logprobs of all its chunks', () => {
  const events = new ResponseEvents('m', translated)
  const called = { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":' } } as const
  const said = (content: string): ChatChunk => {
    const chunk = chunkOf({ content })
    const logprobs = { content: [{ token: content }] }
    return { ...chunk, choices: chunk.choices.map(choice => ({ ...choice, logprobs })) }
  }

  const read = events.read([
    chunkOf({ tool_calls: [called] }),
    said('a'),
    said('b'),
    chunkOf({}, 'stop'),
    { ...chunkOf({}), choices: [], usage },
  ])

  const done = read.find(({ type }) => type === 'response.output_text.done')
  expect(done).toMatchObject({ text: 'ab', logprobs: [{ token: 'a' }, { token: 'b' }] })
})
