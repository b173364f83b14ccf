import { expect, test } from 'vitest'
import { type CircuitTicket, createCircuits } from './circuit.ts'
import { createRetryBudget } from './retry-budget.ts'

function start() {
  const clock = { now: 0 }
  const circuits = createCircuits({ failuresMax: 3, openMs: 1000, openMsMax: 5000, now: () => clock.now })
  /** @throws when the circuit is open */
  const enter = (key = 'a'): CircuitTicket => {
    const ticket = circuits.enter(key)
    if (typeof ticket === 'number') throw new Error(`open for ${ticket} ms`)
    return ticket
  }
  const fail = (times: number, key?: string) => {
    for (let at = 0; at < times; at++) enter(key).failed()
  }
  return { clock, circuits, enter, fail }
}

test('opens after the configured number of failures in a row, only for its key', () => {
  const { circuits, enter, fail } = start()
  fail(2)
  enter()
  fail(1)

  expect(circuits.enter('a')).toBe(1000)
  expect(() => enter('b')).not.toThrow()
})

test('a success resets the count', () => {
  const { enter, fail } = start()
  fail(2)
  enter().succeeded()
  fail(2)

  expect(() => enter()).not.toThrow()
})

test('allows exactly one trial after the cooldown, and opens twice as long each time it fails', () => {
  const { clock, circuits, enter, fail } = start()
  fail(3)

  for (const [at, nextOpenMs] of [
    [1000, 2000],
    [3000, 4000],
    [7000, 5000],
    [12_000, 5000],
  ] as const) {
    clock.now = at - 1
    expect(circuits.enter('a')).toBe(1)
    clock.now = at
    const trial = enter()
    expect(circuits.enter('a')).toBe(1000)
    trial.failed()
    expect(circuits.enter('a')).toBe(nextOpenMs)
  }
})

test('after a trial that succeeded, the next cooldown is short again', () => {
  const { clock, circuits, enter, fail } = start()
  fail(3)
  clock.now = 1000
  enter().failed()
  clock.now = 3000
  enter().succeeded()
  enter()
  fail(3)

  expect(circuits.enter('a')).toBe(1000)
})

test('opens when half of 20 attempts within a minute have failed, though never several in a row', () => {
  const { clock, circuits, enter } = start()
  for (let at = 0; at < 9; at++) {
    clock.now += 3000
    enter().succeeded()
    enter().failed()
  }
  expect(() => enter().succeeded()).not.toThrow()

  enter().failed()

  expect(circuits.enter('a')).toBe(1000)
})

test('stays closed below half of the attempts, and with fewer than 20', () => {
  const { enter } = start()
  for (let at = 0; at < 40; at++) {
    enter('mostly').succeeded()
    if (at % 2 === 1) enter('mostly').failed()
  }
  for (let at = 0; at < 9; at++) {
    enter('few').succeeded()
    enter('few').failed()
  }

  expect(() => enter('mostly')).not.toThrow()
  expect(() => enter('few')).not.toThrow()
})

test('attempts of more than a minute ago do not count', () => {
  const { clock, enter } = start()
  for (let at = 0; at < 9; at++) {
    enter().failed()
    enter().succeeded()
  }
  clock.now += 60_000
  enter().succeeded()
  enter().failed()

  expect(() => enter()).not.toThrow()
})

test('a failure with a weight of two counts twice', () => {
  const { circuits, enter } = start()
  enter().failed({ weight: 2 })
  enter().failed({ weight: 2 })

  expect(circuits.enter('a')).toBe(1000)
})

test('an input that fails again and again counts once a minute, another one counts too', () => {
  const { clock, circuits, enter } = start()
  for (let at = 0; at < 30; at++) {
    clock.now += 1000
    enter().failed({ inputHash: 'unreadable' })
  }
  expect(() => enter().left()).not.toThrow()

  enter().failed({ inputHash: 'second' })
  expect(() => enter().left()).not.toThrow()
  enter().failed({ inputHash: 'third' })

  expect(circuits.enter('a')).toBe(1000)
})

test('failures that may be of their inputs open the circuit by their share only', () => {
  const { circuits, enter, fail } = start()
  for (let at = 0; at < 9; at++) enter().failed({ inputHash: `input ${at}`, inRow: false })
  for (let at = 0; at < 10; at++) enter().succeeded()
  expect(() => enter().left()).not.toThrow()

  enter().failed({ inputHash: 'input 9', inRow: false })
  expect(circuits.enter('a')).toBe(1000)

  fail(2, 'b')
  enter('b').failed({ inputHash: 'input', inRow: false })
  expect(() => enter('b').left()).not.toThrow()
  fail(1, 'b')
  expect(circuits.enter('b')).toBe(1000)
})

test('a trial with an input that has failed by itself neither closes the circuit nor keeps it open', () => {
  const { clock, circuits, enter, fail } = start()
  enter().failed({ inputHash: 'unreadable' })
  fail(2)
  clock.now = 1000
  enter().failed({ inputHash: 'unreadable' })

  expect(circuits.open()).toEqual([{ key: 'a', waitMs: 0 }])
  expect(() => enter()).not.toThrow()
})

test('the least recently used circuits are forgotten, except open ones', () => {
  const { circuits, enter, fail } = start()
  fail(3, 'open')
  fail(2, 'forgotten')
  for (let at = 0; at < 10_000; at++) enter(`other ${at}`).succeeded()
  fail(2, 'forgotten')

  expect(circuits.enter('open')).toBe(1000)
  expect(() => enter('forgotten')).not.toThrow()
})

test('a trial without a result allows the next one', () => {
  const { clock, enter, fail } = start()
  fail(3)
  clock.now = 1000
  enter().left()

  expect(() => enter()).not.toThrow()
})

test.each(['succeeded', 'failed', 'left'] as const)(
  'an attempt from before the circuit opened that has %s neither ends a trial nor closes the circuit',
  outcome => {
    const { clock, circuits, enter, fail } = start()
    const earlier = enter()
    const earliest = enter()
    fail(3)
    earliest[outcome]()
    expect(circuits.enter('a')).toBe(1000)
    clock.now = 1000
    const trial = enter()
    earlier[outcome]()

    expect(circuits.enter('a')).toBe(1000)
    trial.succeeded()
    expect(circuits.open()).toEqual([])
  },
)

test('only the first report of an attempt counts', () => {
  const { clock, circuits, enter, fail } = start()
  fail(3)
  clock.now = 1000
  const trial = enter()
  trial.left()
  enter()
  trial.succeeded()

  expect(circuits.enter('a')).toBe(1000)
})

test('open circuits are listed with the time until a trial', () => {
  const { clock, circuits, enter, fail } = start()
  fail(1, 'b')
  fail(3)
  clock.now = 400

  expect(circuits.open()).toEqual([{ key: 'a', waitMs: 600 }])
  clock.now = 2000
  expect(circuits.open()).toEqual([{ key: 'a', waitMs: 0 }])
  enter().succeeded()
  expect(circuits.open()).toEqual([])
})

test('retries are limited to a fifth of the traffic plus a few free ones per window', () => {
  const clock = { now: 0 }
  const budget = createRetryBudget({ free: 2, share: 0.2, windowMs: 1000, now: () => clock.now })
  for (let at = 0; at < 10; at++) budget.request()

  expect(Array.from({ length: 5 }, () => budget.retry())).toEqual([true, true, true, true, false])
  clock.now = 1001
  budget.request()
  expect(budget.retry()).toBe(true)
})

test('tells when a circuit opens and closes, once each', () => {
  const { clock, circuits, enter, fail } = start()
  const changes: string[] = []
  circuits.onChange((key, state) => void changes.push(`${key} ${state}`))
  fail(3)
  clock.now = 1000
  enter().failed()
  clock.now = 3000
  enter().succeeded()
  enter().succeeded()

  expect(changes).toEqual(['a open', 'a closed'])
})

test('a circuit that opened elsewhere allows one trial after 10 s, and is not passed on', () => {
  const { clock, circuits, enter } = start()
  const changes: string[] = []
  circuits.onChange(key => void changes.push(key))
  circuits.noteElsewhere('a', 'open')

  expect(circuits.enter('a')).toBe(10_000)
  expect(changes).toEqual([])
  clock.now = 10_000
  const trial = enter()
  expect(circuits.enter('a')).toBe(1000)
  trial.failed()
  expect(circuits.enter('a')).toBe(1000)
})

test('a circuit that opened elsewhere stays closed if requests succeeded here within 5 s', () => {
  const { clock, circuits, enter } = start()
  enter().succeeded()
  clock.now = 4999
  circuits.noteElsewhere('a', 'open')
  expect(() => enter()).not.toThrow()

  clock.now = 5000
  circuits.noteElsewhere('a', 'open')
  expect(circuits.enter('a')).toBe(10_000)
})

test('when a circuit closes elsewhere, the next request here is the trial', () => {
  const { circuits, enter, fail } = start()
  fail(3)
  circuits.noteElsewhere('a', 'closed')

  const trial = enter()
  expect(circuits.enter('a')).toBe(1000)
  trial.succeeded()
  expect(circuits.open()).toEqual([])
})
