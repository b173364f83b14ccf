import { expect, test } from 'vitest'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { bodyOf, recordSent, turnOf } from './__fixtures__/search-runs.ts'
import { createSearchSession, openSearchEntry, toSearchEntry } from './search-session.ts'
import { emptySearch, type SearchState } from './search-state.ts'
import { createSearchStore } from './search-store.ts'
import { questionOf } from './search-turn.ts'

const history = [
  ['human', 'first'],
  ['assistant', 'one'],
]
const conversation: SearchState = {
  ...emptySearch(bodyOf('second', { history })),
  former: [turnOf('first', 'one')],
  turn: turnOf('second', 'two', { history }),
  other: turnOf('second', 'three', { history, optimizationMode: 'speed' }),
  second: { 'params.optimizationMode': 'speed' },
  entry: { id: 'entry-1', createdAt: 5 },
}

function openBrowser() {
  const kept = new Map<string, string>()
  const entries = new Map<string, HistoryEntry>()
  return {
    entries,
    openPage() {
      const { send } = recordSent()
      const store = createSearchStore({ initial: emptySearch(), path: '/v1/web', newId: () => 'new', send })
      const session = createSearchSession({
        store,
        history: async () => ({
          get: async id => entries.get(id) ?? null,
          save: async entry => {
            entries.set(entry.id, entry)
            return entry
          },
        }),
        storage: () => ({
          getItem: key => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
        }),
      })
      return { store, session }
    },
  }
}

test('a history entry restores a conversation: its turns, both answers and the request', () => {
  const opened = openSearchEntry(toSearchEntry(conversation, { id: 'entry-1', createdAt: 5 }))

  expect(opened.former.map(questionOf)).toEqual(['first'])
  expect(opened.turn?.found.content).toBe('two')
  expect(opened.other?.found.content).toBe('three')
  expect(opened).toMatchObject({
    body: conversation.body,
    second: conversation.second,
    entry: conversation.entry,
    restored: true,
  })
})

test('a reload restores the request and the answers', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ fragment: '' })
  first.store.open(conversation)
  first.store.update(state => ({ ...state, body: bodyOf('a question not asked yet', { history }) }))
  first.session.close()
  await Promise.resolve()

  const again = browser.openPage()
  await again.session.start({ fragment: '' })

  expect(again.store.read().body).toEqual(bodyOf('a question not asked yet', { history }))
  expect(again.store.read().turn?.found.content).toBe('two')
  expect(again.store.read().former.map(questionOf)).toEqual(['first'])
})

test('a reload restores the follow-up that is being written', async () => {
  const browser = openBrowser()
  const first = browser.openPage()
  await first.session.start({ fragment: '' })
  first.store.open(conversation)
  first.store.update(state => ({ ...state, next: 'And how' }))
  first.session.close()
  await Promise.resolve()

  const again = browser.openPage()
  await again.session.start({ fragment: '' })

  expect(again.store.read()).toMatchObject({ next: 'And how', turn: { found: { content: 'two' } } })
})

test('a handoff replaces the current state until it is undone', async () => {
  const { store, session } = openBrowser().openPage()
  await session.start({ fragment: '' })
  store.open(conversation)

  const undo = session.openHandoff({ contract: 'search', body: bodyOf('site:a.test ') })
  const opened = store.read()
  undo()

  expect(opened).toMatchObject({ body: bodyOf('site:a.test '), turn: null, former: [] })
  expect(store.read().turn?.found.content).toBe('two')
})

test('opening something else stops a running search', async () => {
  const { store, session } = openBrowser().openPage()
  await session.start({ fragment: '' })
  store.update(state => ({ ...state, body: bodyOf('long') }))
  store.run()

  session.startNew()

  expect(store.read()).toMatchObject({ turn: null, entry: null })
})
