import { expect, test } from 'vitest'
import { bodyOf, recordSent } from './__fixtures__/search-runs.ts'
import { createSearchStore } from './search-store.ts'
import { applyDraft, emptySearch, formerTurns } from './search-state.ts'
import { questionOf } from './search-turn.ts'

function openStore(body: object = bodyOf('What moves the tides?')) {
  const { sent, send } = recordSent()
  let ids = 0
  const store = createSearchStore({
    initial: applyDraft(emptySearch(), { contract: 'search', body: { ...body } }),
    path: '/v1/web',
    newId: () => `entry-${(ids += 1)}`,
    now: () => 7,
    send,
  })
  return { store, sent }
}

test('a run sends the draft unchanged, once', () => {
  const { store, sent } = openStore()

  store.run()
  store.run()

  expect(sent.map(({ body }) => body)).toEqual([bodyOf('What moves the tides?')])
  expect(store.read()).toMatchObject({ entry: { id: 'entry-1', createdAt: 7 }, former: [] })
})

test('a follow-up sends the conversation, with the settings of the last request', () => {
  const { store, sent } = openStore(bodyOf('What moves the tides?', { focusMode: 'academicSearch' }))
  store.run()
  sent[0]?.answer('The moon [1].')
  store.update(state => ({ ...state, body: bodyOf('something else') }))

  store.followUp('And the sun?')

  expect(sent[1]?.body.params).toEqual({
    query: 'And the sun?',
    focusMode: 'academicSearch',
    history: [
      ['human', 'What moves the tides?'],
      ['assistant', 'The moon [1].'],
    ],
  })
  expect(store.read().body).toEqual(sent[1]?.body)
  expect(store.read().entry).toEqual({ id: 'entry-1', createdAt: 7 })
  expect(formerTurns(store.read()).map(({ turn }) => turn?.run.id)).toEqual(['run-0'])
})

test('Run sends the follow-up that is written, with the settings of the composer', () => {
  const { store, sent } = openStore(bodyOf('What moves the tides?'))
  store.run()
  sent[0]?.answer('The moon [1].')
  const body = bodyOf('What moves the tides?', { focusMode: 'academicSearch' })
  store.update(state => ({ ...state, body, next: ' And the sun? ' }))

  store.run()

  expect(sent[1]?.body.params).toMatchObject({ query: 'And the sun?', focusMode: 'academicSearch' })
  expect(store.read().next).toBe('')
  expect(formerTurns(store.read())).toHaveLength(1)
})

test('a follow-up is not sent with another question in the composer', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.answer('The moon [1].')
  store.update(state => ({ ...state, body: bodyOf('Where do boats float?'), next: 'And the sun?' }))

  store.run()

  expect(sent[1]?.body.params).toEqual({ query: 'Where do boats float?' })
})

test('editing an earlier question discards the later turns and creates a history entry', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.answer('one')
  store.followUp('second')
  sent[1]?.answer('two')
  store.followUp('third')
  sent[2]?.answer('three')

  store.editTurn(1, 'second, in other words')

  expect(sent[3]?.body.params['history']).toEqual([
    ['human', 'What moves the tides?'],
    ['assistant', 'one'],
  ])
  expect(store.read()).toMatchObject({ entry: { id: 'entry-2' } })
  expect(store.read().former.map(questionOf)).toEqual(['What moves the tides?'])
})

test('a question run again after other turns keeps them and creates a history entry', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.answer('one')
  store.followUp('second')
  sent[1]?.answer('two')

  store.run()

  expect(sent[2]?.body).toEqual(sent[1]?.body)
  expect(store.read()).toMatchObject({ entry: { id: 'entry-2' } })
  expect(store.read().former.map(questionOf)).toEqual(['What moves the tides?'])
})

test('a conversation from a link is shown even though its turns have no results', () => {
  const history = [
    ['user', 'Before?'],
    ['ai', 'Yes.'],
  ]
  const { store } = openStore(bodyOf('And now?', { history }))

  store.run()

  expect(formerTurns(store.read())).toEqual([{ question: 'Before?', answer: 'Yes.', turn: null }])
})

test('two settings run the same question twice, and stop together', () => {
  const { store, sent } = openStore()
  store.update(state => ({ ...state, second: { 'params.optimizationMode': 'speed' } }))
  store.run()

  expect(sent.map(({ body }) => body.params)).toEqual([
    { query: 'What moves the tides?' },
    { query: 'What moves the tides?', optimizationMode: 'speed' },
  ])
  store.stop()

  expect(store.read()).toMatchObject({
    turn: { run: { state: 'stopped' } },
    other: { run: { state: 'stopped' } },
  })
})

test('late responses of a closed search change nothing', () => {
  const { store, sent } = openStore()
  store.run()
  const shown = emptySearch()
  store.open(shown)

  sent[0]?.answer('late')

  expect(store.read()).toBe(shown)
})

test('a retry sends the same request, in its history entry', () => {
  const { store, sent } = openStore()
  store.run()
  sent[0]?.become({ state: 'failed' })
  store.update(state => ({ ...state, body: bodyOf('edited since') }))

  store.retry()

  expect(sent[1]?.body).toEqual(bodyOf('What moves the tides?'))
  expect(store.read()).toMatchObject({ entry: { id: 'entry-1' } })
})
