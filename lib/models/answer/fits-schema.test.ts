import { expect, test } from 'vitest'
import { createSchemaCheck, type FitsSchema } from './fits-schema.ts'

const schema = { type: 'object', properties: { age: { type: 'integer', maximum: 120 } }, required: ['age'] }
const fits: FitsSchema = async (...check) => await createSchemaCheck(new AbortController().signal)(...check)
/** Takes hours. */
const endless = { pattern: '^(a+)+$', type: 'string' }
const letters = `${'a'.repeat(40)}!`

test('a value is validated against the schema, including limits', async () => {
  expect(await fits(schema, { age: 120 })).toBe(true)
  expect(await fits(schema, { age: 121 })).toBe(false)
  expect(await fits(schema, {})).toBe(false)
  expect(await fits(schema, [])).toBe(false)
})

test('an unsupported schema accepts everything', async () => {
  expect(await fits({ type: 'no such type' }, 1)).toBe(true)
})

test('a pattern that takes too long accepts everything, and blocks neither this thread nor the next check', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 10)

  const [first, second] = await Promise.all([fits(endless, letters), fits(schema, { age: 121 })])
  clearInterval(counting)

  expect([first, second]).toEqual([true, false])
  expect(turns).toBeGreaterThan(10)
}, 30_000)

test('a check ends with its caller, also before its turn', async () => {
  const left = new AbortController()
  const leaving = createSchemaCheck(left.signal)
  const running = leaving(endless, letters)
  const waiting = leaving(schema, { age: 1 })
  const next = fits(schema, { age: 1 })

  left.abort(new Error('the caller left'))

  expect(await Promise.allSettled([running, waiting])).toMatchObject([
    { reason: { message: 'the caller left' } },
    { reason: { message: 'the caller left' } },
  ])
  expect(await next).toBe(true)
}, 30_000)

test('many slow checks of one answer take no longer than one', async () => {
  const ofAnswer = createSchemaCheck(new AbortController().signal)
  const startMs = performance.now()
  const [first] = await Promise.all(Array.from({ length: 100 }, () => ofAnswer(endless, letters)))

  expect(first).toBe(true)
  expect(performance.now() - startMs).toBeLessThan(20_000)
}, 60_000)
