import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/circuit.ts'
import { BackendRests } from './backend-rests.ts'
import { SearchFault } from './search-fault.ts'

function createRests() {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  return { clock, rests: new BackendRests(createCircuits({ now }), now) }
}

test('an unreachable backend is in cooldown for 60 s, the others are not', () => {
  const { clock, rests } = createRests()

  rests.enter('brave', 'web')
  rests.failed('brave', 'web', new SearchFault('unreachable', 'cannot connect'))

  expect(() => rests.enter('brave', 'web')).toThrow('cannot connect; retry in 60 s')
  expect(() => rests.enter('exa', 'web')).not.toThrow()
  clock.now += 60_000
  expect(() => rests.enter('brave', 'web')).not.toThrow()
})

test('a backend may request a cooldown of up to ten minutes', () => {
  const { clock, rests } = createRests()

  rests.enter('arxiv', 'web')
  rests.failed('arxiv', 'web', new SearchFault('rate_limited', '429', { retryAfterMs: 86_400_000 }))

  clock.now += 599_000
  expect(() => rests.enter('arxiv', 'web')).toThrow('retry in 1 s')
  clock.now += 1000
  expect(() => rests.enter('arxiv', 'web')).not.toThrow()
})

test('after five failures one trial at a time is allowed, and a success ends the cooldown', () => {
  const { clock, rests } = createRests()

  for (let time = 0; time < 5; time++) {
    rests.enter('exa', 'web')
    rests.failed('exa', 'web', new SearchFault('error', 'status 500'))
  }
  expect(() => rests.enter('exa', 'web')).toThrow('status 500; retry in 30 s')
  clock.now += 30_000
  rests.enter('exa', 'web')
  expect(() => rests.enter('exa', 'web')).toThrow('retry in')
  rests.succeeded('exa', 'web')

  expect(() => rests.enter('exa', 'web')).not.toThrow()
})

test('a search type that keeps failing does not affect the others', () => {
  const { rests } = createRests()

  for (let time = 0; time < 5; time++) {
    rests.enter('searxng', 'math')
    rests.failed('searxng', 'math', new SearchFault('configuration', 'no engine'))
  }

  expect(() => rests.enter('searxng', 'math')).toThrow('no engine; retry in 30 s')
  expect(() => rests.enter('searxng', 'web')).not.toThrow()
})
