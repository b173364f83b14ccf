import { describe, expect, test } from 'vitest'
import { drain } from './__fixtures__/drain.ts'
import { randomRows, usable, vectorSet } from './__fixtures__/vector-sets.ts'
import { toUsableVectors } from './analysis/usable-vectors.ts'
import { measureFidelity, findNearestPositions } from './neighbors.ts'

const noGroups = (count: number) => Array.from({ length: count }, () => null)
/** Points on a circle: their neighbors in the plane are the same as by cosine. */
const circle = (count: number) =>
  Array.from({ length: count }, (_, at) => [Math.cos((at * 6) / count), Math.sin((at * 6) / count)])

describe('layout fidelity', () => {
  test('is 1 when the layout shows the vectors exactly', () => {
    const rows = circle(40)
    const fidelity = drain(measureFidelity(usable(rows), Float32Array.from(rows.flat()), noGroups(40), 1))

    expect(fidelity).toMatchObject({ mean: 1, k: 10, sample: null })
    expect([...fidelity.shares].every(share => share === 1)).toBe(true)
  })

  test('is at chance level when the layout is unrelated to them', () => {
    const count = 400
    const positions = Float32Array.from(randomRows(count, 2, 3).flat())
    const fidelity = drain(measureFidelity(usable(randomRows(count, 16, 4)), positions, noGroups(count), 1))

    expect(fidelity.mean).toBeLessThan(0.08)
  })

  test('rows without a vector are not measured and are not neighbors', () => {
    const rows = circle(14)
    const set = vectorSet([...rows.slice(0, 7), null, ...rows.slice(7)])
    const layout = Float32Array.from([...rows.slice(0, 7).flat(), NaN, NaN, ...rows.slice(7).flat()])
    const fidelity = drain(measureFidelity(toUsableVectors(set), layout, noGroups(14), 1))

    expect(fidelity.mean).toBe(1)
    expect(fidelity.shares[7]).toBeNaN()
  })

  test('a single point has no neighbors', () => {
    const fidelity = drain(measureFidelity(usable([[1, 0]]), Float32Array.of(0, 0), [null], 1))

    expect(fidelity).toMatchObject({ mean: NaN, k: 0, shares: Float32Array.of(NaN) })
  })
})

const positions = Float32Array.of(0, 0, 1, 0, 3, 0, 0, 0, NaN, NaN)

test('the nearest points of each query, without itself; ties in order', () => {
  expect([...drain(findNearestPositions(positions, Int32Array.of(0, 2), 2))]).toEqual([3, 1, 1, 0])
})

test('a point without coordinates is not a neighbor', () => {
  expect([...drain(findNearestPositions(positions, Int32Array.of(0), 4))]).toEqual([3, 1, 2, -1])
})
