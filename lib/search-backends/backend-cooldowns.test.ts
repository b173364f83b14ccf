import { expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { BackendCooldowns } from './backend-cooldowns.ts'
import { SearchFault } from './search-fault.ts'

function createCooldowns() {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  return { clock, cooldowns: new BackendCooldowns(createCircuits({ now }), now) }
}

test('an unreachable backend is in cooldown for 60 s, the others are not', () => {
  const { clock, cooldowns } = createCooldowns()

  cooldowns.enter('brave', 'web', 'wool').failed(new SearchFault('unreachable', 'cannot connect'))

  expect(() => cooldowns.enter('brave', 'web', 'wool')).toThrow('cannot connect; retry in 60 s')
  expect(() => cooldowns.enter('exa', 'web', 'wool')).not.toThrow()
  clock.now += 60_000
  expect(() => cooldowns.enter('brave', 'web', 'wool')).not.toThrow()
})

test('a backend may request a cooldown of up to ten minutes', () => {
  const { clock, cooldowns } = createCooldowns()

  cooldowns
    .enter('arxiv', 'web', 'wool')
    .failed(new SearchFault('rate_limited', '429', { retryAfterMs: 86_400_000 }))

  clock.now += 599_000
  expect(() => cooldowns.enter('arxiv', 'web', 'wool')).toThrow('retry in 1 s')
  clock.now += 1000
  expect(() => cooldowns.enter('arxiv', 'web', 'wool')).not.toThrow()
})

test('after five failures one trial at a time is allowed, and a success ends the cooldown', () => {
  const { clock, cooldowns } = createCooldowns()

  for (let time = 0; time < 5; time++) {
    cooldowns.enter('exa', 'web', `wool ${time}`).failed(new SearchFault('error', 'status 500'))
  }
  expect(() => cooldowns.enter('exa', 'web', 'wool')).toThrow('status 500; retry in 30 s')
  clock.now += 30_000
  const trial = cooldowns.enter('exa', 'web', 'wool')
  expect(() => cooldowns.enter('exa', 'web', 'wool')).toThrow('retry in')
  trial.succeeded()

  expect(() => cooldowns.enter('exa', 'web', 'wool')).not.toThrow()
})

test('a search type that keeps failing does not affect the others', () => {
  const { cooldowns } = createCooldowns()

  for (let time = 0; time < 5; time++) {
    cooldowns.enter('searxng', 'math', 'wool').failed(new SearchFault('configuration', 'no engine'))
  }

  expect(() => cooldowns.enter('searxng', 'math', 'wool')).toThrow('no engine; retry in 30 s')
  expect(() => cooldowns.enter('searxng', 'web', 'wool')).not.toThrow()
})

test('a query on which a backend always fails does not disable it for others', () => {
  const { cooldowns } = createCooldowns()

  for (let time = 0; time < 30; time++) {
    cooldowns.enter('exa', 'web', 'broken').failed(new SearchFault('error', 'status 500'))
  }

  expect(() => cooldowns.enter('exa', 'web', 'wool')).not.toThrow()
})
