import { describe, expect, test } from 'vitest'
import { drain } from '#lib/client/embeddings/__fixtures__/drain.ts'
import { randomRows, usable } from '#lib/client/embeddings/__fixtures__/vector-sets.ts'
import { measureAgreement } from './measure-agreement.ts'

const noGroup = () => null
const circle = (count: number) =>
  Array.from({ length: count }, (_, at) => [Math.cos((at * 6) / count), Math.sin((at * 6) / count)])

describe('agreement of two models', () => {
  test('is whole where one is a turned and longer version of the other', () => {
    const one = circle(30)
    const other = one.map(([x = 0, y = 0]) => [-3 * y, 3 * x])
    const agreement = drain(measureAgreement(usable(one), usable(other), noGroup, 1))

    expect(agreement).toMatchObject({ mean: 1, k: 10, sample: null })
    expect(agreement.rows.map(({ row }) => row)).toEqual(one.map((_, row) => row))
  })

  test('puts the text that they see differently first', () => {
    const one = circle(40)
    const other = one.slice()
    other[5] = [-(one[5]?.[0] ?? 0), -(one[5]?.[1] ?? 0)]
    const agreement = drain(measureAgreement(usable(one), usable(other), noGroup, 1))

    expect(agreement.rows[0]).toEqual({ row: 5, overlap: 0 })
    expect(agreement.mean).toBeLessThan(1)
  })

  test('compares only texts that both have, under their own row numbers', () => {
    const one = circle(12)
    const agreement = drain(
      measureAgreement(usable([null, ...one, [1, 2]]), usable([[1, 2], ...one, null]), noGroup, 1),
    )

    expect(agreement.rows.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(
      one.map((_, row) => row + 1),
    )
    expect(agreement.mean).toBe(1)
  })

  test('works across other numbers of dimensions, and is low where there is none', () => {
    const agreement = drain(
      measureAgreement(usable(randomRows(300, 8, 1)), usable(randomRows(300, 24, 2)), noGroup, 1),
    )

    expect(agreement.mean).toBeLessThan(0.1)
  })

  test('of nothing in common says nothing', () => {
    expect(drain(measureAgreement(usable([[1, 0], null]), usable([null, [1, 0]]), noGroup, 1))).toEqual({
      rows: [],
      mean: NaN,
      k: 0,
      sample: null,
    })
  })
})
