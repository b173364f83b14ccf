import { expect, test } from 'vitest'
import { waitToParse, readQueryText } from './request-body.ts'
import { z } from 'zod'

test('other requests are answered between two large bodies', async () => {
  const order: string[] = []
  const parse = async (name: string, sizeBytes: number, then?: () => void) => {
    await waitToParse(sizeBytes)
    order.push(name)
    then?.()
  }
  const somebodyComes = () => void setImmediate(() => order.push('other'))

  await Promise.all([
    parse('large 1', 2 ** 20, somebodyComes),
    parse('large 2', 2 ** 25),
    parse('small', 1000),
  ])

  expect(order).toEqual(['small', 'large 1', 'other', 'large 2'])
})

test.each([
  [z.boolean().nullish(), '1', true],
  [z.boolean().nullish(), 'false', false],
  [z.boolean().nullish(), 'maybe', 'maybe'],
  [z.string().nullish(), '1', '1'],
  [z.string().max(1), 'true', 'true'],
  [z.int().min(1).max(100).nullish(), '7', 7],
  [z.int().max(100), '500', 500],
  [z.int(), '1.5', '1.5'],
  [z.int(), 'x', 'x'],
  [z.enum(['1', 'a']), '1', '1'],
  [undefined, '1', '1'],
])('a string is converted to the type of its field', (field, text, value) => {
  expect(readQueryText(field, text)).toBe(value)
})
