import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { parse } from './parse.ts'

const schema = z.looseObject({
  name: z.string().min(1).max(5),
  kind: z.enum(['a', 'b']).nullish(),
  count: z.int().min(1).max(9).nullish(),
  share: z.number().min(0).max(1).nullish(),
  list: z.array(z.string()).min(1).max(2).nullish(),
  text: z
    .union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() })).min(1)])
    .nullish(),
  choice: z
    .union([
      z.enum(['none', 'auto']),
      z.looseObject({ type: z.literal('x'), x: z.looseObject({ id: z.string() }) }),
      z.looseObject({ type: z.literal('y'), y: z.number() }),
    ])
    .nullish(),
  address: z.url().nullish(),
})

const fail = (value: unknown): string => {
  const parsed = parse(schema, value)
  return parsed.ok ? 'ok' : `${parsed.code} ${parsed.param}`
}

describe('error codes', () => {
  test.each([
    [{}, 'missing_required_parameter name'],
    [{ name: null }, 'missing_required_parameter name'],
    [{ name: 5 }, 'invalid_type name'],
    [{ name: '' }, 'invalid_value name'],
    [{ name: 'too long' }, 'string_above_max_length name'],
    [{ name: 'n', kind: 'c' }, 'invalid_value kind'],
    [{ name: 'n', kind: 5 }, 'invalid_type kind'],
    [{ name: 'n', count: 0 }, 'integer_below_min_value count'],
    [{ name: 'n', count: 10 }, 'integer_above_max_value count'],
    [{ name: 'n', count: 1.5 }, 'invalid_type count'],
    [{ name: 'n', share: -1 }, 'decimal_below_min_value share'],
    [{ name: 'n', share: 2 }, 'decimal_above_max_value share'],
    [{ name: 'n', share: Infinity }, 'decimal_above_max_value share'],
    [{ name: 'n', share: -Infinity }, 'decimal_below_min_value share'],
    [{ name: 'n', list: [] }, 'empty_array list'],
    [{ name: 'n', list: ['1', '2', '3'] }, 'array_above_max_length list'],
    [{ name: 'n', list: [null] }, 'invalid_type list.0'],
    [{ name: 'n', address: 'nowhere' }, 'invalid_value address'],
    [[], 'invalid_type null'],
  ])('%j: %s', (value, expected) => {
    expect(fail(value)).toBe(expected)
  })

  test('null and an absent optional field are the same, and unknown fields are preserved', () => {
    expect(parse(schema, { name: 'n', kind: null, more: 1 })).toEqual({
      ok: true,
      value: { name: 'n', kind: null, more: 1 },
    })
  })
})

describe('in a union, the branch that was meant is validated', () => {
  test.each([
    [5, 'invalid_type text'],
    [[], 'empty_array text'],
    [[{ type: 'image' }], 'invalid_value text.0.type'],
    [[{ type: 'text' }], 'missing_required_parameter text.0.text'],
    [[{ type: 'text', text: 1 }], 'invalid_type text.0.text'],
  ])('text %j: %s', (text, expected) => {
    expect(fail({ name: 'n', text })).toBe(expected)
  })

  test.each([
    ['often', 'invalid_value choice'],
    [5, 'invalid_type choice'],
    [{ type: 'z' }, 'invalid_value choice.type'],
    [{ type: 'x' }, 'missing_required_parameter choice.x'],
    [{ type: 'x', x: { id: 1 } }, 'invalid_type choice.x.id'],
    [{ type: 'y', y: '1' }, 'invalid_type choice.y'],
  ])('choice %j: %s', (choice, expected) => {
    expect(fail({ name: 'n', choice })).toBe(expected)
  })
})

describe('the first error', () => {
  test('is the first in the document, whatever the order of the schema', () => {
    expect(fail({ share: 7, count: 0, name: 'n' })).toBe('decimal_above_max_value share')
    expect(fail({ count: 0, share: 7, name: 'n' })).toBe('integer_below_min_value count')
  })

  test('a missing field is reported before an invalid one', () => {
    expect(fail({ count: 0 })).toBe('missing_required_parameter name')
  })

  test('the message has the received value and the expected one', () => {
    expect(parse(schema, { name: 'n', kind: 'c' })).toMatchObject({
      message: "Invalid value for 'kind': 'c'. Supported: 'a', 'b'.",
    })
    expect(parse(schema, { name: 'n', count: 10 })).toMatchObject({
      message: "'count' is 10; the maximum is 9.",
    })
  })
})

describe('a large document full of errors', () => {
  const parts = Array.from({ length: 300_000 }, () => ({ type: 'image_url', image_url: { url: 'ftp://x' } }))
  const calls = Array.from({ length: 200_000 }, () => ({ id: 1 }))

  test.each([
    ['messages.0', Array.from({ length: 300_000 }, () => 1)],
    ['messages.0.tool_calls.0.id', [{ role: 'assistant', tool_calls: calls }]],
    ['messages.0.content.0.image_url.url', [{ role: 'user', content: parts }]],
    [
      'messages.0.tool_call_id',
      Array.from({ length: 300_000 }, () => ({ role: 'tool', tool_call_id: '', content: '' })),
    ],
  ])('reports the first error found: %s', (param, messages) => {
    const startedAt = performance.now()

    const parsed = parse(chatRequestSchema, { model: 'm', messages })

    expect(parsed).toMatchObject({ ok: false, param })
    // Collecting every error takes 1,000 to 5,000 ms, or overflows the stack.
    expect(performance.now() - startedAt).toBeLessThan(400)
  })

  test('is accepted without errors', () => {
    const messages = Array.from({ length: 100_000 }, () => ({ role: 'user' as const, content: 'hi' }))

    expect(parse(chatRequestSchema, { model: 'm', messages })).toEqual({
      ok: true,
      value: { model: 'm', messages },
    })
  })
})

test('an unknown field of a closed object is named, with the known ones', () => {
  const closed = z.strictObject({ url: z.string(), inner: z.strictObject({ a: z.int() }).optional() })

  expect(parse(closed, { url: 'a', zzz: 1 })).toMatchObject({
    code: 'invalid_value',
    param: 'zzz',
    message: "Unknown parameter: 'zzz'. Supported: 'url', 'inner'.",
  })
  expect(parse(closed, { url: 'a', inner: { a: 1, b: 2 } })).toMatchObject({
    param: 'inner.b',
    message: "Unknown parameter: 'inner.b'. Supported: 'a'.",
  })
})
