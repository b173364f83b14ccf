import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

test('each event loop turn runs one piece of work, in order of arrival', async () => {
  const order: string[] = []
  const works = ['a', 'b', 'c'].map(async name => {
    await yieldToEventLoop()
    order.push(name)
  })
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(resolve => setImmediate(resolve))
    order.push('other')
  }
  await Promise.all(works)

  expect(order.filter(name => name !== 'other')).toEqual(['a', 'b', 'c'])
  expect(order.join()).not.toMatch(/[abc],[abc]/)
})
