import { expect, test } from 'vitest'
import { nothingFound } from './evidence/found-answer.ts'
import { nextStep, toPhases } from './phases.ts'

const steps = [
  { name: 'rewrite', ms: 200 },
  { name: 'search', ms: 900 },
  { name: 'answer', ms: 800, tokens: 214 },
  { name: 'media', ms: 400 },
] as const

test('a streamed step ends with its event, and media begin with the search that they run beside', () => {
  const phases = toPhases({ ...nothingFound, steps, stepEnds: [210, 1120, 1950, 1951] })

  expect(phases.map(({ name, startMs }) => [name, startMs])).toEqual([
    ['rewrite', 10],
    ['search', 220],
    ['media', 220],
    ['answer', 1150],
  ])
})

test('steps whose events arrive together keep their order', () => {
  const phases = toPhases({ ...nothingFound, steps: steps.slice(0, 3), stepEnds: [2000, 2000, 2000] })

  expect(phases.map(({ name, startMs }) => [name, startMs])).toEqual([
    ['rewrite', 100],
    ['search', 300],
    ['answer', 1200],
  ])
})

test('without events, the steps follow each other', () => {
  const phases = toPhases({ ...nothingFound, steps: steps.slice(0, 3), stepEnds: [null, null, null] })

  expect(phases.map(({ startMs }) => startMs)).toEqual([0, 200, 1100])
})

test('each step has its result: the note of the API, or the count that it produced', () => {
  const backends = [
    { backend: 'searxng', keyless: false, hits: 30 },
    { backend: 'wikipedia', keyless: true, hits: 1 },
  ]
  const read = { name: 'read', ms: 10, note: '6 of 8 pages read.' } as const
  const phases = toPhases({ ...nothingFound, backends, steps: [...steps, read], stepEnds: [] })
  const result = (name: string) => phases.find(phase => phase.name === name)?.result

  expect(result('search')).toBe('31 results, 2 backends')
  expect(result('read')).toBe('6 of 8 pages read')
  expect(result('answer')).toBe('214 tokens in all')
  expect(result('rewrite')).toBeNull()
})

test('the active step follows the last finished one; text comes from the answer step', () => {
  expect(nextStep(nothingFound)).toBe('rewrite')
  expect(nextStep({ ...nothingFound, steps: [{ name: 'search', ms: 1 }] })).toBe('rank')
  expect(nextStep({ ...nothingFound, content: 'The' })).toBe('answer')
  expect(nextStep({ ...nothingFound, finish: 'stop' })).toBeNull()
})
