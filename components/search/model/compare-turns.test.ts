import { expect, test } from 'vitest'
import { sourceOf, turnOf } from './__fixtures__/search-runs.ts'
import { commonSources, stepTimes } from './compare-turns.ts'

test('common sources are those with the same URL', () => {
  const withSources = (...urls: readonly string[]) => {
    const turn = turnOf('q', 'a')
    return { ...turn, found: { ...turn.found, sources: urls.map(url => sourceOf('x', url)) } }
  }

  const common = commonSources(
    withSources('https://a.test/', 'https://b.test/', ''),
    withSources('', 'https://b.test/'),
  )

  expect([...common]).toEqual(['https://b.test/'])
})

test('durations are side by side in the order of a search; a missing step has none', () => {
  const withSteps = (steps: readonly (readonly ['search' | 'answer' | 'read', number])[]) => {
    const turn = turnOf('q', 'a')
    return { ...turn, found: { ...turn.found, steps: steps.map(([name, ms]) => ({ name, ms })) } }
  }

  const times = stepTimes([
    withSteps([
      ['answer', 900],
      ['search', 20],
      ['search', 10],
    ]),
    withSteps([
      ['search', 5],
      ['read', 50],
    ]),
  ])

  expect(times).toEqual([
    { name: 'search', ms: [30, 5] },
    { name: 'read', ms: [null, 50] },
    { name: 'answer', ms: [900, null] },
  ])
})
