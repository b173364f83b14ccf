import { expect, test } from 'vitest'
import { runOf, turnOf } from './__fixtures__/search-runs.ts'
import { toSearchAnnouncement } from './announcement.ts'
import { nothingFound } from './evidence/found-answer.ts'

test('the live region announces the state and never the text', () => {
  const turn = turnOf('q', 'The moon')
  const done = { ...turn, run: { ...turn.run, timing: { startedAt: 0, firstMs: 1, totalMs: 1900 } } }

  expect(toSearchAnnouncement({ run: runOf({}), found: nothingFound })).toBe('Search started')
  expect(toSearchAnnouncement({ ...turn, run: runOf({}) })).toBe('Answer started')
  expect(toSearchAnnouncement(done)).toBe('Answer finished, 0 sources, 1.9 s')
})
