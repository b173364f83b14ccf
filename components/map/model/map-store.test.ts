import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { chunkOf, resultOf, startedRun, withEvents } from './__fixtures__/map-runs.ts'
import { allOpen } from './tree/expansion.ts'
import { emptyMap, toSentDraft } from './map-state.ts'
import type { StartRun } from '#lib/client/send.ts'
import { createMapStore } from './map-store.ts'
import { selectedLinks, toggleBelow } from './selection.ts'

const body = { url: 'https://a.test', stream: true }

function openStore() {
  const sent: { readonly body: string; readonly send: (change: Partial<Run>) => void }[] = []
  const send: StartRun = (request, { onUpdate }) => {
    let run: Run = { ...startedRun, id: `run-${sent.length}`, request: { method: 'POST', ...request } }
    const change = (changes: Partial<Run>) => {
      run = { ...run, ...changes }
      onUpdate(run)
    }
    sent.push({ body: request.body, send: change })
    return {
      id: run.id,
      current: () => run,
      stop: () => change({ state: 'stopped' }),
      finished: Promise.resolve(run),
    }
  }
  let ids = 0
  const store = createMapStore({
    initial: emptyMap(body),
    path: '/v1/map',
    newId: () => `entry-${(ids += 1)}`,
    now: () => 7,
    send,
  })
  return { store, sent }
}

const eventsOf = (...contents: readonly unknown[]) => ({ events: withEvents(contents).events })

test('a run sends the draft, and creates a history entry', () => {
  const { store, sent } = openStore()

  store.run()

  expect(sent.map(each => JSON.parse(each.body))).toEqual([body])
  expect(store.read()).toMatchObject({ run: { state: 'running' }, entry: { id: 'entry-1', createdAt: 7 } })
})

test('links arrive during the run, and each update is a new site object', () => {
  const { store, sent } = openStore()
  store.run()
  const chunk = chunkOf(['https://a.test/'])

  sent[0]?.send(eventsOf(chunk))
  const { site } = store.read().found
  sent[0]?.send(eventsOf(chunk, chunkOf(['https://a.test/b'])))

  expect(store.read().found.site.links).toHaveLength(2)
  expect(store.read().found.site).not.toBe(site)
  expect(store.read().found.site.tree).not.toBe(site.tree)
})

test('a second Run during a run does nothing', () => {
  const { store, sent } = openStore()
  store.run()

  store.run()
  store.retry()

  expect(sent).toHaveLength(1)
})

test('selection and expansion survive a complete response with other links', () => {
  const { store, sent } = openStore()
  store.run()
  const ahead = chunkOf(['https://a.test/x/y', 'https://b.test/b', 'https://a.test/c'])
  sent[0]?.send(eventsOf(ahead))
  store.update(state => {
    const { tree } = state.found.site
    const selection = toggleBelow(state.selection, tree, tree.find(['b.test']), null)
    return {
      ...state,
      selection,
      view: { ...state.view, expansion: { levels: 0, toggled: new Set([tree.find(['b.test'])]) } },
    }
  })

  sent[0]?.send({ ...eventsOf(ahead, resultOf(['https://a.test/c', 'https://b.test/b'])), state: 'done' })

  const { selection, view, found } = store.read()
  expect(selectedLinks(selection, [0, 1]).map(link => found.site.links[link]?.url)).toEqual([
    'https://b.test/b',
  ])
  expect([...view.expansion.toggled]).toEqual([found.site.tree.find(['b.test'])])
})

test('a new run starts without selection, expansion and filter; the view stays', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.send({ ...eventsOf(chunkOf(['https://a.test/'])), state: 'done' })
  store.update(state => ({
    ...state,
    selection: toggleBelow(state.selection, state.found.site.tree, 0, null),
    view: { ...state.view, shape: 'list', expansion: allOpen, filter: { ...state.view.filter, query: 'x' } },
  }))

  store.run()

  const { view, selection, found } = store.read()
  expect([view.shape, view.filter.query, view.expansion.levels, selection.count]).toEqual(['list', '', 1, 0])
  expect(found.site.links).toEqual([])
})

test('a failed run is retried with the same request, in its history entry', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.send({ state: 'failed' })
  store.update(state => ({ ...state, body: { url: 'https://edited.test' } }))

  store.retry()

  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(store.read().entry?.id).toBe('entry-1')
  expect(toSentDraft(store.read()).body).toEqual(body)
})

test('stop keeps the links found so far', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.send(eventsOf(chunkOf(['https://a.test/'])))

  store.stop()

  expect(store.read().run?.state).toBe('stopped')
  expect(store.read().found.site.links).toHaveLength(1)
})

test('late responses change nothing after something else was opened', () => {
  const { store, sent } = openStore()
  store.run()
  const other = emptyMap()

  store.open(other)
  sent[0]?.send(eventsOf(chunkOf(['https://a.test/'])))

  expect(store.read()).toBe(other)
  store.run()
  expect(sent).toHaveLength(2)
})
