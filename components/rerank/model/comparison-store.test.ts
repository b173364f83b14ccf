import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { emptyComparison } from './comparison-state.ts'
import type { StartRun } from '#lib/client/send.ts'
import { createComparisonStore } from './comparison-store.ts'

const body = { model: 'a', query: 'q', documents: ['x', 'y'] }

function openStore(comparedModels: readonly (string | null)[] = []) {
  const sent: { readonly body: string; readonly end: (state: Run['state']) => void }[] = []
  const send: StartRun = (request, { onUpdate }) => {
    let run: Run = {
      id: `run-${sent.length}`,
      state: 'running',
      request: { method: 'POST', ...request },
      response: null,
      events: [],
      timing: { startedAt: 0, firstMs: null, totalMs: null },
      failure: null,
    }
    const end = (state: Run['state']) => {
      run = { ...run, state }
      onUpdate(run)
    }
    sent.push({ body: request.body, end })
    return {
      id: run.id,
      current: () => run,
      stop: () => end('stopped'),
      finished: Promise.resolve(run),
    }
  }
  let ids = 0
  const store = createComparisonStore({
    initial: { ...emptyComparison, body, comparedModels },
    path: '/v1/rerank',
    newId: () => `entry-${(ids += 1)}`,
    now: () => 7,
    send,
  })
  return { store, sent, statesOf: () => store.read().runs.map(run => run.state) }
}

test('each model gets the same request, and a run creates a history entry', () => {
  const { store, sent, statesOf } = openStore(['b', 'c'])

  store.run()

  expect(sent.map(each => JSON.parse(each.body))).toEqual([
    body,
    { ...body, model: 'b' },
    { ...body, model: 'c' },
  ])
  expect(statesOf()).toEqual(['running', 'running', 'running'])
  expect(store.read().entry).toEqual({ id: 'entry-1', createdAt: 7 })
})

test('a second Run while a model is still running does nothing', () => {
  const { store, sent } = openStore(['b'])
  store.run()
  sent[0]?.end('done')

  store.run()

  expect(sent).toHaveLength(2)
})

test('the previous responses stay until the next batch', () => {
  const { store, sent, statesOf } = openStore()
  store.run()
  sent[0]?.end('done')

  store.run()

  expect(statesOf()).toEqual(['running'])
  expect(store.read().before.map(run => run.id)).toEqual(['run-0'])
})

test('a failed run is retried unchanged, and the other runs stay', () => {
  const { store, sent, statesOf } = openStore(['b'])
  store.run()
  sent[0]?.end('done')
  sent[1]?.end('failed')
  store.update(comparison => ({ ...comparison, body: { ...body, query: 'edited' } }))

  store.retry(1)

  expect(statesOf()).toEqual(['done', 'running'])
  expect(sent[2]?.body).toBe(sent[1]?.body)
})

test('stop ends all runs', () => {
  const { store, statesOf } = openStore(['b'])
  store.run()

  store.stop()

  expect(statesOf()).toEqual(['stopped', 'stopped'])
})

test('late responses change nothing after something else was opened', () => {
  const { store, sent } = openStore()
  store.run()

  store.open(emptyComparison)
  sent[0]?.end('done')

  expect(store.read()).toBe(emptyComparison)
  store.update(comparison => ({ ...comparison, body }))
  store.run()
  expect(sent).toHaveLength(2)
})

test('a model that is not chosen yet is left out', () => {
  const { store, sent } = openStore([null, 'b'])

  store.run()

  expect(sent.map(({ body: text }) => JSON.parse(text).model)).toEqual(['a', 'b'])
})
