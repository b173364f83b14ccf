import { expect, test } from 'vitest'
import { emptyAnswer } from '#components/chat/model/answer.ts'
import { mergeToolCalls, readChunk, readToolCallDelta, readUsage } from './read-completion.ts'

const chunk = (delta: object, more: object = {}, index = 0) =>
  JSON.stringify({ model: 'm', choices: [{ index, delta, finish_reason: null, ...more }] })
const read = (...lines: string[]) =>
  lines.reduce((answer, line, position) => readChunk(answer, line, position * 10), emptyAnswer)

test('content is joined in order and the finish reason kept', () => {
  const answer = read(
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hel' }),
    chunk({ content: 'lo' }),
    chunk({}, { finish_reason: 'stop' }),
  )

  expect(answer.choices).toMatchObject([{ content: 'Hello', finishReason: 'stop' }])
  expect(answer.model).toBe('m')
})

test('the role-only chunk is not the first content, and the last time is that of the last content', () => {
  const answer = read(
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'a' }),
    chunk({ content: 'b' }),
    chunk({}),
  )

  expect(answer.firstContentMs).toBe(10)
  expect(answer.lastMs).toBe(20)
})

test('reasoning is separate, under both of its names, with its own time', () => {
  const answer = read(
    chunk({ reasoning_content: 'hm ' }),
    chunk({ reasoning: 'ok' }),
    chunk({ content: '4' }),
  )

  expect(answer.choices[0]).toMatchObject({ reasoning: 'hm ok', content: '4' })
  expect(answer.firstReasoningMs).toBe(0)
  expect(answer.firstContentMs).toBe(20)
})

test('interleaved fragments of two tool calls are joined by index', () => {
  const answer = read(
    chunk({ tool_calls: [{ index: 0, id: 'call_a', function: { name: 'f', arguments: '' } }] }),
    chunk({ tool_calls: [{ index: 1, id: 'call_b', function: { name: 'g', arguments: '{' } }] }),
    chunk({
      tool_calls: [
        { index: 0, function: { arguments: '{"x":1}' } },
        { index: 1, function: { arguments: '}' } },
      ],
    }),
  )

  expect(answer.choices[0]?.toolCalls).toEqual([
    { id: 'call_a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
    { id: 'call_b', type: 'function', function: { name: 'g', arguments: '{}' } },
  ])
})

test('an upstream that repeats id and name in every fragment does not duplicate them', () => {
  const fragment = { index: 0, id: 'call_a', function: { name: 'f', arguments: '1' } }
  const answer = read(chunk({ tool_calls: [fragment] }), chunk({ tool_calls: [fragment] }))

  expect(answer.choices[0]?.toolCalls).toMatchObject([
    { id: 'call_a', function: { name: 'f', arguments: '11' } },
  ])
})

test('several choices are separate and ordered by index', () => {
  const answer = read(
    chunk({ content: 'second' }, {}, 1),
    chunk({ content: 'first' }),
    chunk({ content: '!' }, {}, 1),
  )

  expect(answer.choices.map(choice => choice.content)).toEqual(['first', 'second!'])
})

test('the usage chunk without choices provides the counts', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
  const answer = read(chunk({ content: 'a' }), JSON.stringify({ choices: [], usage }))

  expect(answer.usage).toEqual(usage)
  expect(answer.choices).toHaveLength(1)
})

test('invalid lines leave the answer unchanged', () => {
  const answer = read(chunk({ content: 'kept' }))

  for (const line of ['[DONE]', '{broken', '[]', '"text"', '{"error":{"message":"x"}}', '{"choices":"no"}'])
    expect(readChunk(answer, line, 99).choices).toEqual(answer.choices)
})

test('null in an optional field counts as absent', () => {
  const answer = read(
    chunk({ content: null, tool_calls: null, refusal: null }),
    JSON.stringify({ choices: [{ delta: null }], usage: null }),
  )

  expect(answer.choices).toMatchObject([{ content: '', toolCalls: [], refusal: null }])
  expect(answer.firstContentMs).toBeNull()
})

test('a refusal is collected', () => {
  expect(read(chunk({ refusal: 'I can’t' }), chunk({ refusal: ' help.' })).choices[0]?.refusal).toBe(
    'I can’t help.',
  )
})

test('counts, cached tokens and cost are read, a missing total is added up', () => {
  expect(
    readUsage({
      prompt_tokens: 3,
      completion_tokens: 2,
      cost: 0.1,
      prompt_tokens_details: { cached_tokens: 1 },
    }),
  ).toEqual({
    prompt_tokens: 3,
    completion_tokens: 2,
    total_tokens: 5,
    prompt_tokens_details: { cached_tokens: 1 },
    cost: 0.1,
  })
})

test.each([null, undefined, {}, { prompt_tokens: 1 }, { prompt_tokens: '1', completion_tokens: 2 }])(
  '%j has no usage',
  value => {
    expect(readUsage(value)).toBeNull()
  },
)

test('an index that jumps ahead leaves no hole', () => {
  const calls = mergeToolCalls(
    [],
    [readToolCallDelta({ index: 7, id: 'a', function: { name: 'f', arguments: '{}' } }, 0)],
  )

  expect(calls).toEqual([{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }])
})

test('a fragment without a function only registers the call', () => {
  expect(mergeToolCalls([], [readToolCallDelta({ index: 0, id: 'a' }, 0)])).toEqual([
    { id: 'a', type: 'function', function: { name: '', arguments: '' } },
  ])
})

test('the given calls are not mutated', () => {
  const calls = mergeToolCalls(
    [],
    [readToolCallDelta({ index: 0, id: 'a', function: { name: 'f', arguments: '1' } }, 0)],
  )

  mergeToolCalls(calls, [readToolCallDelta({ index: 0, function: { arguments: '2' } }, 0)])

  expect(calls[0]?.function.arguments).toBe('1')
})
