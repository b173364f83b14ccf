import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatChunkSchema, type ChatChunk } from '#lib/contracts/api/chat.ts'
import { OpenAiChunkDecoder } from './decoder.ts'
import { assemble } from './__fixtures__/test-model.ts'

function decode(...events: readonly unknown[]) {
  const decoder = new OpenAiChunkDecoder(body => new Error(`failed: ${body}`))
  const chunks: ChatChunk[] = []
  for (const event of events)
    decoder.decode(typeof event === 'string' ? event : JSON.stringify(event), chunks)
  return { decoder, chunks }
}

const delta = (fields: object, finish_reason: string | null = null, index = 0) => ({
  choices: [{ index, delta: fields, finish_reason }],
})

test('a chunk keeps the upstream’s metadata and has every field of the contract', () => {
  const { chunks } = decode(
    { id: 'x', created: 7, model: 'm', system_fingerprint: 'fp', own: [1], ...delta({ content: 'a' }) },
    delta({ content: 'b' }),
  )

  expect(chunks[0]).toEqual({
    id: 'x',
    object: 'chat.completion.chunk',
    created: 7,
    model: 'm',
    system_fingerprint: 'fp',
    own: [1],
    choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
  })
  expect(chunks[1]).toMatchObject({ id: '', created: 0, model: '', system_fingerprint: '' })
})

test.each([
  ['null role', { role: null, content: 'a' }, { content: 'a' }],
  ['empty role', { role: '', content: 'a' }, { content: 'a' }],
  ['another role', { role: 'model', content: 'a' }, { role: 'assistant', content: 'a' }],
  ['null content', { content: null }, { content: null }],
  ['reasoning', { reasoning: 'r' }, { reasoning_content: 'r' }],
  ['null reasoning', { reasoning: null, content: 'a' }, { content: 'a' }],
  ['both names', { reasoning: 'r', reasoning_content: 'own' }, { reasoning_content: 'own' }],
  ['null tool calls', { content: 'a', tool_calls: null }, { content: 'a' }],
  [
    'content in parts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { content: 'ab' },
  ],
  [
    'a legacy call',
    { function_call: { name: 'f', arguments: '' } },
    { function_call: { name: 'f', arguments: '' } },
  ],
])('a delta with %s', (_, sent, expected) => {
  expect(decode(delta(sent)).chunks[0]?.choices[0]?.delta).toEqual(expected)
})

test('a choice without delta or index is read', () => {
  const { chunks } = decode({ choices: [{ finish_reason: null }, { delta: { content: 'b' } }] })

  expect(chunks[0]?.choices).toMatchObject([
    { index: 0, delta: {} },
    { index: 1, delta: { content: 'b' } },
  ])
})

test('the response is complete when every started choice has ended', () => {
  expect(decode().decoder.finished).toBe(false)
  expect(decode(delta({ content: 'a' })).decoder.finished).toBe(false)
  expect(
    decode(delta({ content: 'a' }), delta({ content: 'b' }, null, 1), delta({}, 'stop')).decoder.finished,
  ).toBe(false)
  expect(decode(delta({}, 'stop'), delta({}, 'stop', 1)).decoder.finished).toBe(true)
  expect(decode(delta({}, ''), delta({}, 'stop')).decoder.finished).toBe(true)
})

test('only usage follows a finish reason', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }

  const { chunks, decoder } = decode(
    delta({ content: 'a' }, 'stop'),
    delta({ content: '' }),
    delta({}, 'stop'),
    { ...delta({ role: 'assistant' }), usage },
  )

  expect(decoder.finished).toBe(true)
  expect(chunks.length).toBe(2)
  expect(chunks[1]).toMatchObject({ choices: [], usage })
})

test('the finish reason with calls is tool_calls, unless it is length', () => {
  const call = { tool_calls: [{ index: 0, id: 'call_a', function: { name: 'f', arguments: '{}' } }] }
  const finishOf = (reason: string) => assemble(decode(delta(call), delta({}, reason)).chunks).finish

  expect(finishOf('stop')).toEqual(['tool_calls'])
  expect(finishOf('tool_use')).toEqual(['tool_calls'])
  expect(finishOf('length')).toEqual(['length'])
})

test('usage alone, with or without choices, is a chunk', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2 }

  expect(decode({ choices: [], usage }).chunks[0]).toMatchObject({ choices: [], usage: { total_tokens: 3 } })
  expect(decode({ usage }).chunks[0]).toMatchObject({ choices: [], usage: { total_tokens: 3 } })
  expect(decode({ choices: [] }).chunks).toEqual([])
})

test('invalid events are skipped and counted', () => {
  expect(
    decode('', 'null', '7', '{', '[]', '{}', '{"choices":[null]}', '{"choices":{}}').decoder.skipped,
  ).toBe(8)
})

test('an error inside the stream is recognized; null or empty is not an error', () => {
  expect(() => decode({ error: { message: 'x' } })).toThrow('failed')
  expect(() => decode({ error: 'x' })).toThrow('failed')
  expect(() => decode(delta({}, 'error'))).toThrow('failed')
  expect(
    decode({ error: null, ...delta({ content: 'a' }) }, { error: '', ...delta({ content: 'b' }) }).chunks
      .length,
  ).toBe(2)
})

test('[DONE] ends the stream and is not a chunk', () => {
  const { decoder, chunks } = decode('[DONE]')

  expect(decoder.done).toBe(true)
  expect(chunks).toEqual([])
})

test('any JSON becomes a chunk of the contract', () => {
  const reason = fc.constantFrom('stop', 'length', null, '', 'eos', undefined)
  const fields = [
    'content',
    'role',
    'refusal',
    'reasoning',
    'reasoning_content',
    'tool_calls',
    'function_call',
    'other',
  ]
  const call = fc.record(
    {
      index: fc.jsonValue(),
      id: fc.jsonValue(),
      function: fc.record({ name: fc.jsonValue(), arguments: fc.jsonValue() }),
    },
    { requiredKeys: [] },
  )
  const anyDelta = fc.oneof(
    fc.dictionary(fc.constantFrom(...fields), fc.jsonValue(), { maxKeys: 8 }),
    fc.constant(null),
    fc.record({ tool_calls: fc.array(call) }),
  )
  const choice = fc.record(
    { index: fc.oneof(fc.nat(3), fc.jsonValue()), delta: anyDelta, finish_reason: reason },
    { requiredKeys: [] },
  )
  const event = fc.oneof(
    fc.json(),
    fc
      .record(
        { choices: fc.array(choice, { maxLength: 3 }), usage: fc.jsonValue() },
        { requiredKeys: ['choices'] },
      )
      .map(body => JSON.stringify(body)),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), events => {
      for (const chunk of decode(...events.filter(text => !text.includes('"error"'))).chunks) {
        expect(chatChunkSchema.safeParse(chunk).error).toBeUndefined()
      }
    }),
  )
})
