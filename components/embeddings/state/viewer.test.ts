import { expect, test } from 'vitest'
import { umapDefaults } from '#components/embeddings/model/projection/umap-layout.ts'
import { type Reply, scriptedAnalysis, scriptedSend } from './__fixtures__/viewer-parts.ts'
import { withSource } from './request.ts'
import { rowsOf, sourceOfRows } from './text-source.ts'
import { createViewer } from './viewer.ts'
import { replay } from './session.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `text ${index}`, group: null, line: index + 1 }))

function open(
  count: number,
  replies: readonly Reply[] = [],
  analysis: Pick<ReturnType<typeof scriptedAnalysis>, 'analysis' | 'asked'> = scriptedAnalysis(),
) {
  const api = scriptedSend(replies)
  const viewer = createViewer({
    path: '/v1/embeddings',
    startAnalysis: () => analysis.analysis,
    send: api.send,
  })
  viewer.store.update(state => {
    const request = withSource(state.request, sourceOfRows(rows(count), 'rows'))
    return { ...state, request: { ...request, body: { ...request.body, model: 'one' } } }
  })
  const shown = () => viewer.store.read().shown
  const ended = () => expect.poll(() => shown()?.running).toBe(false)
  return { viewer, bodies: api.bodies, asked: analysis.asked, shown, ended }
}

test('a run embeds the texts, lays them out, clusters them and measures fidelity', async () => {
  const { viewer, bodies, shown, ended } = open(3)

  viewer.run()
  viewer.run()
  await ended()
  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')

  expect(bodies).toEqual([{ model: 'one', input: ['text 0', 'text 1', 'text 2'] }])
  expect(shown()?.columns[0]?.outcome).toMatchObject({ done: 3, total: 3 })
  expect(shown()?.columns[0]?.clusters.state).toBe('done')
})

test('Stop keeps the received batches; embedding the remaining texts sends only those', async () => {
  const { viewer, bodies, shown, ended } = open(5000, ['vectors', 'waits', 'waits'])

  viewer.run()
  await expect.poll(() => bodies).toHaveLength(3)
  viewer.stop()
  await ended()
  expect(shown()?.columns[0]?.outcome).toMatchObject({ done: 2048, total: 5000 })
  await expect.poll(() => shown()?.columns[0]?.pca.state).toBe('done')

  viewer.retry()
  await expect.poll(() => shown()?.columns[0]?.outcome?.done).toBe(5000)
  expect(bodies).toHaveLength(5)
  expect(shown()?.columns[0]?.runs).toHaveLength(5)
})

test('two models get the same texts, and an error of one keeps the vectors of the other', async () => {
  const { viewer, bodies, shown, ended } = open(3, ['refused', 'vectors'])
  viewer.store.update(state => ({ ...state, request: { ...state.request, second: 'two' } }))

  viewer.run()
  await ended()

  expect(bodies.map(body => body['model'])).toEqual(['one', 'two'])
  expect(shown()?.columns.map(column => column.outcome?.done)).toEqual([0, 3])
})

test('a request without texts is sent unchanged when the user sends it anyway', async () => {
  const { viewer, bodies, ended } = open(0)

  viewer.run()
  await ended()

  expect(bodies).toEqual([{ model: 'one' }])
})

test('a row shows its neighbors; a query is embedded as a query, and an error gives a reason', async () => {
  const { viewer, bodies, shown, ended } = open(3, ['vectors', 'vectors', 'refused'])
  viewer.store.update(state => ({
    ...state,
    request: { ...state.request, body: { ...state.request.body, task: 'retrieval.passage' } },
  }))
  viewer.run()
  await ended()
  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')

  viewer.anchorRow(0)
  await expect.poll(() => shown()?.columns[0]?.neighbours[0]?.index).toBe(1)

  viewer.anchorQuery('why?')
  expect(shown()?.columns[0]?.neighbours).toEqual([])
  await expect.poll(() => shown()?.columns[0]?.neighbours[0]?.index).toBe(2)
  expect(bodies.at(-1)).toEqual({ model: 'one', input: ['why?'], task: 'retrieval.query' })

  viewer.anchorQuery('how?')
  await expect
    .poll(() => viewer.store.read().anchor)
    .toMatchObject({ state: 'failed', reason: 'Not that text.' })
})

test('edits after a run change neither its queries nor its remaining requests', async () => {
  const { viewer, bodies, shown, ended } = open(5000, ['vectors', 'waits', 'waits'])
  viewer.run()
  await expect.poll(() => bodies).toHaveLength(3)
  viewer.stop()
  await ended()
  viewer.store.update(state => ({
    ...state,
    request: { ...state.request, body: { ...state.request.body, dimensions: 64 } },
  }))

  viewer.retry()
  await expect.poll(() => shown()?.columns[0]?.outcome?.done).toBe(5000)
  viewer.anchorQuery('why?')
  await expect.poll(() => viewer.store.read().anchor).toMatchObject({ state: 'done' })

  expect(bodies).toHaveLength(6)
  expect(bodies.filter(body => 'dimensions' in body)).toEqual([])
})

test('a query is ranked again by another distance without embedding it again', async () => {
  const { viewer, bodies, shown, ended, asked } = open(3)
  viewer.run()
  await ended()
  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')
  viewer.anchorQuery('why?')
  await expect.poll(() => viewer.store.read().anchor).toMatchObject({ state: 'done' })

  viewer.setMetric('euclidean')
  await expect.poll(() => asked.filter(name => name === 'nearest')).toHaveLength(2)

  expect(bodies).toHaveLength(2)
})

test('a new UMAP run is not overwritten by the end of the previous one', async () => {
  const analysis = scriptedAnalysis({}, 'umap')
  const { viewer, shown, ended } = open(3, [], analysis)
  viewer.run()
  await ended()
  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')

  viewer.startUmap(umapDefaults)
  viewer.startUmap({ ...umapDefaults, neighbours: 30 })
  await new Promise(resolve => setImmediate(resolve))

  expect(analysis.asked.filter(name => name === 'umap')).toHaveLength(2)
  expect(shown()?.columns[0]?.umap.state).toBe('running')
})

test('a worker error is shown, and the rest of the page works', async () => {
  const analysis = scriptedAnalysis({ load: { usable: 0 } })
  const { viewer, shown, ended } = open(3, [], analysis)

  viewer.run()
  await ended()

  await expect.poll(() => shown()?.columns[0]?.pca).toMatchObject({ state: 'failed' })
  expect(shown()?.columns[0]?.clusters.state).toBe('none')
})

test('a failed worker is reported, and replaced on the next run', async () => {
  const threads = [scriptedAnalysis(), scriptedAnalysis()]
  const { viewer, shown, ended } = open(3, [], {
    get analysis() {
      return (threads.shift() ?? scriptedAnalysis()).analysis
    },
    asked: [],
  })
  const [first] = threads
  viewer.run()
  await ended()
  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')

  first?.die()
  viewer.anchorRow(0)
  await expect
    .poll(() => viewer.store.read().anchor)
    .toMatchObject({ failure: 'The analysis worker stopped.' })
  viewer.run()
  await ended()

  await expect.poll(() => shown()?.columns[0]?.fidelity.state).toBe('done')
})

test('a stored run is shown without requests; a response too large to store can be requested again', async () => {
  const { viewer, bodies, shown, ended } = open(3)
  viewer.run()
  await ended()
  const runs = shown()?.columns[0]?.runs ?? []
  const { request } = viewer.store.read()
  const place = { id: 'x', createdAt: 1, request, rows: rowsOf(request.source).rows, restored: true }

  viewer.restore(place, replay(runs))
  await ended()
  expect(shown()?.columns[0]?.outcome?.done).toBe(3)

  viewer.restore({ ...place, id: 'y' }, replay(runs.map(run => ({ ...run, cut: true }))))
  await expect.poll(() => shown()).toMatchObject({ id: 'y', running: false })
  expect(shown()?.columns[0]?.outcome?.reports[0]?.state).toBe('stopped')
  // Its metadata stays valid: it had a response.
  expect(shown()?.columns[0]?.runs).toMatchObject([{ state: 'done', cut: true }])
  expect(bodies).toHaveLength(1)
  viewer.retry()
  await expect.poll(() => shown()?.columns[0]?.outcome?.done).toBe(3)
  expect(shown()?.restored).toBe(false)
})
