import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, test } from 'vitest'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { ChunkShaper } from './chat-answer.ts'

const head = { id: 'chatcmpl-1', created: 1, model: 'm', system_fingerprint: 'fp_1' }
type Choice = ChatChunk['choices'][number]
const chunk = (choices: Partial<Choice>[], more: object = {}): ChatChunk => ({
  id: 'theirs',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'theirs',
  system_fingerprint: 'theirs',
  choices: choices.map(choice => ({ index: 0, delta: {}, finish_reason: null, ...choice })),
  ...more,
})
const deltas = (chunks: readonly ChatChunk[]) =>
  chunks.map(({ choices: [choice] }) => [choice?.delta, choice?.finish_reason])
const opening = [{ role: 'assistant', content: '', refusal: null }, null]

test('role, text and finish reason in one chunk become three chunks', () => {
  const shaper = new ChunkShaper(head, false)
  const shaped = shaper.shape([
    chunk([{ delta: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }]),
  ])

  expect(deltas(shaped)).toEqual([opening, [{ content: 'hi' }, null], [{}, 'stop']])
  expect(shaper.finished).toBe(true)
  expect(shaped.every(({ id, model }) => id === 'chatcmpl-1' && model === 'm')).toBe(true)
})

test('a missing role chunk is added, and a repeated one is dropped', () => {
  const shaper = new ChunkShaper(head, false)
  const role = { role: 'assistant', content: '' } as const
  const shaped = shaper.shape([
    chunk([{ delta: { content: 'a' } }]),
    chunk([{ delta: role }]),
    chunk([{ delta: { content: 'b' } }]),
  ])

  expect(deltas(shaped)).toEqual([opening, [{ content: 'a' }, null], [{ content: 'b' }, null]])
  expect(shaper.finished).toBe(false)
})

test('several choices in one chunk are opened one by one', () => {
  const shaper = new ChunkShaper(head, false)
  const shaped = shaper.shape([chunk([{ delta: { content: 'a' } }, { index: 1, delta: { content: 'b' } }])])

  expect(shaped.map(({ choices: [choice] }) => choice?.index)).toEqual([0, 0, 1, 1])
})

test('usage is sent only at the end; unknown fields pass through', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
  const shaper = new ChunkShaper(head, true)
  const shaped = shaper.shape([
    chunk([{ delta: { content: 'a' } }], { usage, timings: 7 }),
    chunk([], { usage }),
  ])

  expect(shaper.usage).toEqual(usage)
  expect(shaped.every(one => one.usage === null)).toBe(true)
  expect(shaped.at(-1)?.['timings']).toBe(7)
  expect(shaper.usageChunk(usage)).toMatchObject({ choices: [], usage, id: 'chatcmpl-1' })
})

test('the text written so far is whole, over texts, reasoning and tool calls', () => {
  const shaper = new ChunkShaper(head, false)
  const call = { index: 0, function: { name: 'find', arguments: '{}' } }
  const words = Array.from({ length: 100 }, (_, at) => `word${at} `)
  shaper.shape(words.map(content => chunk([{ delta: { content } }])))
  shaper.shape([
    chunk([{ delta: { reasoning_content: 'because ' } }]),
    chunk([{ delta: { tool_calls: [call] } }]),
  ])

  expect(shaper.written).toBe(`${words.join('')}because find{}`)
})

test.each([
  ['a refusal', { refusal: 'no ' }, 'no '],
  ['a call of a function', { function_call: { name: 'find', arguments: '{}' } }, 'find{}'],
  ['speech', { audio: { transcript: 'said', data: 'AAAA' } }, 'said'],
  ['detailed reasoning', { reasoning_details: [{ text: 'since' }] }, 'since'],
  ['reasoning that is sent twice', { reasoning_content: 'a', reasoning_details: [{ text: 'a' }] }, 'a'],
  ['a text beside a call', { content: 'see', tool_calls: [{ index: 0, function: { name: 'f' } }] }, 'seef'],
])('what was written includes %s', (_, delta, written) => {
  const shaper = new ChunkShaper(head, false)
  shaper.shape([chunk([{ delta }])])

  expect(shaper.written).toBe(written)
})

test('the text of an open stream takes about as much memory as its characters', () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const shapers = Array.from({ length: 50 }, () => new ChunkShaper(head, false))
  collect()
  const before = process.memoryUsage().heapUsed

  let length = 0
  for (const shaper of shapers) {
    for (let at = 0; at < 2000; at++) {
      const content = `piece ${at} `
      length += content.length
      shaper.shape([chunk([{ delta: { content } }])])
    }
  }
  collect()

  expect((process.memoryUsage().heapUsed - before) / length).toBeLessThan(2)
  expect(shapers[0]?.written).toHaveLength(length / shapers.length)
})
