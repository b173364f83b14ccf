import { expect, test, vi } from 'vitest'
import { createStateStore } from './state-store.ts'

test('listeners are notified once per change, and not without a change', () => {
  const store = createStateStore({ count: 0 })
  const listener = vi.fn<() => void>()
  const leave = store.subscribe(listener)

  store.update(state => state)
  store.update(({ count }) => ({ count: count + 1 }))
  leave()
  store.update(({ count }) => ({ count: count + 1 }))

  expect(listener).toHaveBeenCalledOnce()
  expect(store.read()).toEqual({ count: 2 })
})
