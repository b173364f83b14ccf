import { expect, test, vi } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver } from '#lib/client/send.ts'
import { createPlayground } from './create-playground.ts'

const toRun = (id: string, state: Run['state']): Run => ({
  id,
  state,
  request: { method: 'POST', path: '/p', body: '{}' },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: null },
  failure: null,
})

/** A playground whose requests end when the test says so; a stopped one reports its end immediately. */
function open() {
  const observers: RunObserver[] = []
  const stopped: string[] = []
  const playground = createPlayground({
    initial: 'first',
    path: '/p',
    newId: () => 'entry',
    now: () => 7,
    send: (_request, observer) => {
      const id = `run_${observers.length}`
      observers.push(observer)
      return {
        id,
        current: () => toRun(id, 'running'),
        stop() {
          stopped.push(id)
          observer.onUpdate(toRun(id, 'stopped'))
        },
        finished: Promise.resolve(toRun(id, 'done')),
      }
    },
  })
  const onUpdate = vi.fn<(run: Run) => void>()
  const states = () => onUpdate.mock.calls.map(([run]) => `${run.id} ${run.state}`)
  return { playground, observers, stopped, onUpdate, states }
}

test('a slot is taken until its run ends, and Stop reports the end', () => {
  const { playground, onUpdate, states } = open()

  expect(playground.send('{}', onUpdate)).toMatchObject({ id: 'run_0', state: 'running' })
  playground.send('{}', onUpdate, 'column')
  expect([playground.isRunning('run_0'), playground.isRunning('column')]).toEqual([true, true])
  playground.stopSlot('column')
  expect(playground.runningCount()).toBe(1)
  playground.stop()

  expect(playground.runningCount()).toBe(0)
  expect(states()).toEqual(['run_1 stopped', 'run_0 stopped'])
})

test('a request stops the one in its slot, whose late responses change nothing', () => {
  const { playground, observers, stopped, onUpdate, states } = open()
  playground.send('{}', onUpdate, 'column')

  playground.send('{}', onUpdate, 'column')
  observers[0]?.onUpdate(toRun('run_0', 'done'))
  observers[1]?.onUpdate(toRun('run_1', 'done'))

  expect(stopped).toEqual(['run_0'])
  expect(states()).toEqual(['run_1 done'])
})

test('opening another state stops all work, whose late responses change nothing', () => {
  const { playground, observers, stopped, onUpdate } = open()
  playground.send('{}', onUpdate)
  playground.send('{}', onUpdate)
  const signal = playground.begin('layout')

  playground.open('second')
  observers[0]?.onUpdate(toRun('run_0', 'done'))

  expect(playground.read()).toBe('second')
  expect(stopped).toEqual(['run_0', 'run_1'])
  expect(signal.aborted).toBe(true)
  expect(onUpdate).not.toHaveBeenCalled()
})

test('a signal aborts when its slot is begun again, stopped or dropped, and no other does', () => {
  const { playground } = open()
  const first = playground.begin('layout')
  const other = playground.begin('neighbors')

  const second = playground.begin('layout')
  expect([first.aborted, second.aborted]).toEqual([true, false])
  playground.stopSlot('layout')
  expect([second.aborted, other.aborted]).toEqual([true, false])
  playground.drop('neighbors')
  expect(other.aborted).toBe(true)
})

test('a history entry has an id and the time', () => {
  expect(open().playground.newEntry()).toEqual({ id: 'entry', createdAt: 7 })
})
