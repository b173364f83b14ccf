import { expect, test } from 'vitest'
import { coloringFor, readLinkView, writeLinkView } from './link-view.ts'
import { initialState } from './viewer-state.ts'

test('a link includes view settings, but no defaults', () => {
  const state = { ...initialState, view: 'table', chosenColoring: 'trust' } as const

  expect(writeLinkView(initialState)).toBeNull()
  expect(readLinkView(writeLinkView(state))).toEqual({
    view: 'table',
    chosenColoring: 'trust',
  })
})

test.each([null, 'x', [], { view: 'toString', coloring: {} }])('%j falls back to the defaults', value => {
  expect(readLinkView(value)).toEqual({ view: 'map', chosenColoring: null })
})

test('texts without groups are not colored by group, whatever the setting', () => {
  expect(coloringFor('group', false)).toBe('cluster')
  expect(coloringFor('trust', false)).toBe('trust')
  expect(coloringFor(null, true)).toBe('group')
  expect(coloringFor('cluster', true)).toBe('cluster')
})
