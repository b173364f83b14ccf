import { expect, test } from 'vitest'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import { KeyCache } from './key-cache.ts'

const key = { id: 'key_1', hash: 'h' } as LimitedKey

function cacheOf(find: () => Promise<LimitedKey | null>) {
  const clock = { now: 0 }
  const lines: string[] = []
  let asked = 0
  const note = (fields: unknown, text = String(fields)) => void lines.push(text)
  const cache = new KeyCache({
    find: () => {
      asked++
      return find()
    },
    log: { debug: note, info: note, warn: note, error: note },
    now: () => clock.now,
  })
  return { cache, clock, lines, asked: () => asked }
}

test('a key is looked up at most every five seconds, in the background for up to a minute', async () => {
  const { cache, clock, asked } = cacheOf(() => Promise.resolve(key))
  await cache.find('h')
  clock.now = 4_999

  expect([cache.find('h'), asked()]).toEqual([key, 1])
  clock.now = 59_999
  expect([cache.find('h'), asked()]).toEqual([key, 2])
})

test('while the database is unavailable cached keys work, lookups are limited to one per second, and it is logged once', async () => {
  const store = { unavailable: false }
  const { cache, clock, lines, asked } = cacheOf(() =>
    store.unavailable ? Promise.reject(new Error('gone')) : Promise.resolve(key),
  )
  await cache.find('h')
  store.unavailable = true
  clock.now = 100_000
  const served = []
  for (let call = 0; call < 20; call++) {
    served.push(await cache.find('h'))
    clock.now += 100
  }

  expect(served).toEqual(Array.from({ length: 20 }, () => key))
  expect(asked()).toBe(3)
  expect(lines).toEqual(['database unavailable; serving cached keys'])
  store.unavailable = false
  clock.now += 1_000
  await cache.find('h')
  expect(lines.slice(1)).toEqual(['database available again; looking up keys'])
})

test('a key change applies to the next request, even right after an outage', async () => {
  const store: { answer: () => Promise<LimitedKey | null> } = { answer: () => Promise.resolve(key) }
  const { cache, clock } = cacheOf(() => store.answer())
  await cache.find('h')
  clock.now = 100_000
  store.answer = () => Promise.reject(new Error('gone'))
  await cache.find('h')
  store.answer = () => Promise.resolve(null)
  cache.expire()

  expect(await cache.find('h')).toBeNull()
})

test('an unknown key is cached for at most five seconds', async () => {
  const store: { known: LimitedKey | null } = { known: null }
  const { cache, clock } = cacheOf(() => Promise.resolve(store.known))
  await cache.find('h')
  store.known = key
  clock.now = 5_000

  expect(await cache.find('h')).toBe(key)
})
