import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/circuit.ts'
import { BackendRests } from './backend-rests.ts'
import { SearchFault } from './search-fault.ts'

function createRests() {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  return { clock, rests: new BackendRests(createCircuits({ now }), now) }
}

test('a backend that cannot be reached rests for 60 s, the others do not', () => {
  const { clock, rests } = createRests()

  rests.enter('brave')
  rests.failed('brave', new SearchFault('unreachable', 'cannot connect'))

  expect(() => rests.enter('brave')).toThrow('cannot connect; it is asked again in 60 s')
  expect(() => rests.enter('exa')).not.toThrow()
  clock.now += 60_000
  expect(() => rests.enter('brave')).not.toThrow()
})

test('a backend may ask for ten minutes, not for more', () => {
  const { clock, rests } = createRests()

  rests.enter('arxiv')
  rests.failed('arxiv', new SearchFault('rate_limited', '429', { retryAfterMs: 86_400_000 }))

  clock.now += 599_000
  expect(() => rests.enter('arxiv')).toThrow('asked again in 1 s')
  clock.now += 1000
  expect(() => rests.enter('arxiv')).not.toThrow()
})

test('after five failures one trial at a time is let through, and a success ends it', () => {
  const { clock, rests } = createRests()

  for (let time = 0; time < 5; time++) {
    rests.enter('exa')
    rests.failed('exa', new SearchFault('error', 'status 500'))
  }
  expect(() => rests.enter('exa')).toThrow('status 500; it is asked again in 30 s')
  clock.now += 30_000
  rests.enter('exa')
  expect(() => rests.enter('exa')).toThrow('asked again')
  rests.succeeded('exa')

  expect(() => rests.enter('exa')).not.toThrow()
})
