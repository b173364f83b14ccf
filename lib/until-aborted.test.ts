import { expect, test } from 'vitest'
import { untilAborted } from './until-aborted.ts'

test('work that ends first gives its result or its error', async () => {
  const { signal } = new AbortController()

  expect(await untilAborted(Promise.resolve('done'), signal)).toBe('done')
  await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
})

test('an abort ends the wait with its reason, also when it came before', async () => {
  const leaving = new AbortController()
  const waiting = untilAborted(new Promise(() => undefined), leaving.signal)

  leaving.abort(new Error('left'))

  await expect(waiting).rejects.toThrow('left')
  await expect(untilAborted(Promise.resolve('done'), leaving.signal)).rejects.toThrow('left')
  await expect(untilAborted(Promise.reject(new Error('unheard')), leaving.signal)).rejects.toThrow('left')
})
