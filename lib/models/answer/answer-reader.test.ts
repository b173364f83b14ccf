import { expect, test } from 'vitest'
import { chatRequestSchema } from '#lib/contracts/chat.ts'
import { weatherTool } from './__fixtures__/tools.ts'
import { createAnswerReader, type AnswerPart } from './answer-reader.ts'
import { planAnswer } from './plan-answer.ts'

const call = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'

test('thoughts, text and calls come out in order', () => {
  const parts = read({ tools: [weatherTool] }, `<think>hm</think>\nWait.\n<tool_call>${call}</tool_call>`, {
    thinks: true,
  })

  expect(parts.map(part => part.type)).toEqual(['reasoning', 'text', 'tool_call'])
})

test('a stop string ends the answer, and what was held back before it still counts', () => {
  const reader = createAnswerReader(plan({}), { stops: ['\nQ:'], thinks: false })

  expect(reader.push('yes\nQ: next')).toEqual({ parts: [{ type: 'text', text: 'yes' }], done: true })
  expect(reader.flush()).toEqual([])
})

test('one call is enough where calls may not be parallel', () => {
  const reader = createAnswerReader(plan({ tools: [weatherTool], parallel_tool_calls: false }), {
    stops: [],
    thinks: false,
  })

  const first = reader.push(`<tool_call>${call}</tool_call>`)
  expect(first.done).toBe(true)
  expect(reader.push(`<tool_call>${call}</tool_call>`).parts).toEqual([])
})

test('a forced call is one call, and stays what it is when it was cut', () => {
  const forced = { tools: [weatherTool], tool_choice: 'required' }

  expect(read(forced, call)).toEqual([
    { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
  ])
  expect(read(forced, call.slice(0, -3))).toEqual([
    { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city": "Oslo' } },
  ])
  expect(read(forced, '{"na')).toEqual([])
})

function read(fields: object, text: string, { thinks = false } = {}): AnswerPart[] {
  const reader = createAnswerReader(plan(fields), { stops: [], thinks })
  const parts = Array.from(text).flatMap(character => reader.push(character).parts)
  const all = [...parts, ...reader.flush()]
  return all.reduce<AnswerPart[]>((merged, part) => {
    const last = merged.at(-1)
    if (part.type === 'tool_call' || last?.type !== part.type) return [...merged, part]
    return [...merged.slice(0, -1), { type: part.type, text: last.text + part.text }]
  }, [])
}

function plan(fields: object) {
  return planAnswer(
    chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...fields }),
  )
}
