import { expect, test } from 'vitest'
import { createCalculatorSeat } from './calculator-seat.ts'

const { signal } = new AbortController()

test('calculations take turns in one thread', async () => {
  const seat = createCalculatorSeat()

  const results = await Promise.all(
    ['1+1', '2*3', 'nonsense', '2^10'].map(each => seat.calculate(each, signal)),
  )

  expect(results).toEqual(['2', '6', null, '1024'])
})

test('one without an end loses its thread, and so does one that ends it; both have no result', async () => {
  const program = new URL('./__fixtures__/endless-worker.ts', import.meta.url)
  const seat = createCalculatorSeat({ calculationMs: 50, program })

  expect(await seat.calculate('for ever', signal)).toBeNull()
  expect(await seat.calculate('exit', signal)).toBeNull()
})

test('a caller who leaves waits for nothing', async () => {
  const seat = createCalculatorSeat()
  const caller = new AbortController()

  const calculated = seat.calculate('1+1', caller.signal)
  caller.abort(new Error('left'))

  await expect(calculated).rejects.toThrow('left')
  expect(await seat.calculate('2+2', signal)).toBe('4')
})

test('a caller who leaves does not wait for the calculations before theirs', async () => {
  const program = new URL('./__fixtures__/endless-worker.ts', import.meta.url)
  const seat = createCalculatorSeat({ calculationMs: 600_000, program })
  const [first, second] = [new AbortController(), new AbortController()]
  const before = seat.calculate('for ever', first.signal)
  const after = seat.calculate('1+1', second.signal)

  second.abort(new Error('left'))

  await expect(after).rejects.toThrow('left')
  first.abort(new Error('over'))
  await expect(before).rejects.toThrow('over')
})
