import { expect, test } from 'vitest'
import { requestOutcomes } from '#lib/contracts/team/requests.ts'
import { toRequestSearch } from './request-filter.ts'

test('what the client ended itself is no failure, as usage counts it', () => {
  const takes = (status: number) =>
    requestOutcomes.filter(outcome => {
      const ranges = toRequestSearch({ outcome }, null, 0).status ?? []
      return ranges.some(({ from, to }) => from <= status && status <= to)
    })

  expect([200, 429, 498, 499, 502].map(takes)).toEqual([
    ['ok'],
    ['failed', '4xx'],
    ['failed', '4xx'],
    ['abandoned'],
    ['failed', '5xx'],
  ])
})
