import { expect, test } from 'vitest'
import { coloringFor, readLinkView, writeLinkView } from './link-view.ts'
import { initialState } from './viewer-state.ts'

test('a link carries how the result is looked at, and nothing where that is as at the beginning', () => {
  const state = { ...initialState, view: 'table', chosenColoring: 'trust' } as const

  expect(writeLinkView(initialState)).toBeNull()
  expect(readLinkView(writeLinkView(state))).toEqual({
    view: 'table',
    chosenColoring: 'trust',
  })
})

test.each([null, 'x', [], { view: 'toString', coloring: {} }])('%j is as at the beginning', value => {
  expect(readLinkView(value)).toEqual({ view: 'map', chosenColoring: null })
})

test('texts without groups are not coloured by them, whatever was chosen', () => {
  expect(coloringFor('group', false)).toBe('cluster')
  expect(coloringFor('trust', false)).toBe('trust')
  expect(coloringFor(null, true)).toBe('group')
  expect(coloringFor('cluster', true)).toBe('cluster')
})
