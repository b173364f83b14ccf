import { expect, test } from 'vitest'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { RequestsInProgress } from './routing.ts'
import { StickySessions } from './sticky-sessions.ts'

function deployed(name: string, keyName: string, limits: Partial<Deployment> = {}): Deployment {
  const unlimited = { parallelMax: Infinity, parallelTotalMax: Infinity, providerParallelMax: Infinity }
  return { name, keyName, key: {}, weight: 1, tier: 0, affinity: true, ...unlimited, ...limits }
}

test('the limit of a provider holds over all of its keys and models', () => {
  const requests = new RequestsInProgress()
  const limits = { providerParallelMax: 2 }
  const first = requests.begin(deployed('a#1/x', 'a#1', limits))
  requests.begin(deployed('a#2/y', 'a#2', limits))

  expect(requests.begin(deployed('a#2/x', 'a#2', limits))).toBeNull()
  expect(requests.begin(deployed('b/x', 'b', limits))).not.toBeNull()
  first?.()
  expect(requests.begin(deployed('a#2/x', 'a#2', limits))).not.toBeNull()
})

test('the limit of a deployment holds for each of its keys', () => {
  const requests = new RequestsInProgress()
  const limits = { parallelMax: 1, providerParallelMax: 9 }
  requests.begin(deployed('a#1/x', 'a#1', limits))

  expect(requests.begin(deployed('a#1/x', 'a#1', limits))).toBeNull()
  expect(requests.begin(deployed('a#2/x', 'a#2', limits))).not.toBeNull()
})

test('a request that does not fit counts nowhere', () => {
  const requests = new RequestsInProgress()
  const limits = { parallelMax: 1, providerParallelMax: 2 }
  requests.begin(deployed('a/x', 'a', limits))
  for (let time = 0; time < 5; time++) requests.begin(deployed('a/x', 'a', limits))

  expect(requests.begin(deployed('a/y', 'a', limits))).not.toBeNull()
})

test('a session stays for ten minutes after its last request, and goes home by itself', () => {
  const clock = { now: 0 }
  const sessions = new StickySessions(() => clock.now)
  sessions.stays('s', 'b/x')
  clock.now = 599_000
  sessions.stays('s', 'b/x')
  clock.now += 599_000

  expect(sessions.deploymentOf('s')).toBe('b/x')
  clock.now += 1_000
  expect(sessions.deploymentOf('s')).toBeNull()
  sessions.stays('s', 'b/x')
  sessions.isHome('s')
  expect(sessions.deploymentOf('s')).toBeNull()
})

test('of more than 10,000 sessions, those that were used least recently are forgotten', () => {
  const sessions = new StickySessions(() => 0)
  sessions.stays('oldest', 'b/x')
  sessions.stays('used again', 'b/x')
  for (let index = 0; index < 9_998; index++) sessions.stays(`s${index}`, 'b/x')
  sessions.stays('used again', 'b/x')
  sessions.stays('one more', 'b/x')

  expect([sessions.deploymentOf('oldest'), sessions.deploymentOf('used again')]).toEqual([null, 'b/x'])
})
