import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import type { RunObserver } from '#lib/client/send.ts'
import { createPlayground } from './create-playground.ts'
import { createRowQueue } from './row-queue.ts'

interface Row {
  readonly name: string
  readonly run: Run | null
  readonly cancelled: boolean
}

const toRun = (id: string, state: Run['state'], failure: Run['failure'] = null): Run => ({
  id,
  state,
  request: { method: 'POST', path: '/p', body: id },
  response: null,
  events: [],
  timing: { startedAt: 0, firstMs: null, totalMs: null },
  failure,
})

interface Batch {
  readonly rows: readonly Row[]
  readonly restored: boolean
}

/** A batch of rows, two at once; a stopped request reports its end immediately. */
function openBatch(...names: readonly string[]) {
  const observers = new Map<string, RunObserver>()
  const rows = names.map((name): Row => ({ name, run: null, cancelled: false }))
  const playground = createPlayground<Batch>({
    initial: { rows, restored: true },
    path: '/p',
    newId: () => 'entry',
    send({ body: id }, observer) {
      observers.set(id, observer)
      return {
        id,
        current: () => toRun(id, 'running'),
        stop: () => observer.onUpdate(toRun(id, 'stopped')),
        finished: Promise.resolve(toRun(id, 'done')),
      }
    },
  })
  const queue = createRowQueue<Row, { readonly rows: readonly Row[]; readonly restored: boolean }>(
    playground,
    {
      atOnceMax: 2,
      mainRun: ({ run }) => run,
      runsOf: ({ run }) => (run === null ? [] : [run]),
      isOfAll: () => false,
      start(index, { name }) {
        const sent = playground.send(name, run => {
          queue.updateRow(index, row => ({ ...row, run }))
          if (run.state !== 'running') queue.goOn(run)
        })
        queue.updateRow(index, row => ({ ...row, run: sent }))
      },
    },
  )
  const states = () =>
    playground.read().rows.map(({ run, cancelled }) => (cancelled ? 'cancelled' : (run?.state ?? 'queued')))
  const end = (id: string, failure?: Run['failure']) =>
    observers.get(id)?.onUpdate(toRun(id, failure ? 'failed' : 'done', failure ?? null))
  return { playground, queue, states, end }
}

test('a queued row starts when another has ended', () => {
  const { queue, states, end } = openBatch('a', 'b', 'c')

  queue.fill()
  expect(states()).toEqual(['running', 'running', 'queued'])
  end('b')

  expect(states()).toEqual(['running', 'done', 'running'])
})

test('an error that would fail every row empties the queue', () => {
  const { queue, states, end } = openBatch('a', 'b', 'c')
  queue.fill()

  end('a', { kind: 'offline' })

  expect(states()).toEqual(['failed', 'running', 'cancelled'])
})

test('a row taken out of the queue is not sent; a sent row is not taken out', () => {
  const { queue, states, end } = openBatch('a', 'b', 'c')
  queue.fill()

  queue.takeOut(2)
  queue.takeOut(0)
  end('b')

  expect(states()).toEqual(['running', 'done', 'cancelled'])
})

test('a retried row drops its request, whose late response changes nothing', () => {
  const { playground, queue, states, end } = openBatch('a', 'b')
  queue.fill()

  queue.retry(
    ({ name }) => name === 'a',
    row => ({ ...row, name: 'again', run: null }),
  )
  end('a')

  expect(states()).toEqual(['running', 'running'])
  expect(playground.read()).toMatchObject({ restored: false, rows: [{ run: { id: 'again' } }, {}] })
})

test('Stop empties the queue before it stops the running rows', () => {
  const { queue, states } = openBatch('a', 'b', 'c')
  queue.fill()

  queue.stop()

  expect(states()).toEqual(['stopped', 'stopped', 'cancelled'])
})
