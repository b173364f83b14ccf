import { describe, expect, test } from 'vitest'
import { drain } from '#components/embeddings/model/__fixtures__/drain.ts'
import {
  topicRows,
  usable,
  vectorSet,
  randomRows,
} from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import {
  compareTexts,
  projectByPca,
  measureDimensions,
  truncateRows,
  nearestToVector,
  measureAgreement,
} from './answer-operation.ts'
import { toUsableVectors } from './usable-vectors.ts'

describe('a similarity matrix', () => {
  test('has the cosine of every pair, 1 on the diagonal, for the requested rows with a vector', () => {
    const { rows, values } = drain(compareTexts(usable([[2, 0], null, [0, 3], [1, 1]]), [3, 1, 0, 2]))

    expect(rows).toEqual([3, 0, 2])
    const half = expect.closeTo(Math.SQRT1_2, 6)
    expect([...values]).toEqual([1, half, half, half, 1, 0, half, 0, 1])
  })

  test('its order puts similar rows next to each other, each once', () => {
    const [a, b, c] = [
      topicRows(3, 4, 12).slice(0, 4),
      topicRows(3, 4, 12).slice(4, 8),
      topicRows(3, 4, 12).slice(8),
    ]
    const mixed = [0, 1, 2, 3].flatMap(at => [a[at] ?? [], b[at] ?? [], c[at] ?? []])
    const { order } = drain(
      compareTexts(
        usable(mixed),
        mixed.map((_, row) => row),
      ),
    )
    const topics = order.map(row => row % 3)
    const changes = topics.filter((topic, at) => at > 0 && topic !== topics[at - 1])

    expect(order.toSorted((one, other) => one - other)).toEqual(mixed.map((_, row) => row))
    expect(changes).toHaveLength(2)
  })

  test('more than 100 rows are rejected with a reason', () => {
    const rows = Array.from({ length: 101 }, (_, row) => row)

    expect(() => drain(compareTexts(usable([[1]]), rows))).toThrow('limited to 100 texts; 101 are selected')
  })

  test('no rows give an empty matrix', () => {
    expect(drain(compareTexts(usable([[1]]), []))).toEqual({
      rows: [],
      values: new Float32Array(0),
      order: [],
    })
  })
})

describe('a layout by PCA', () => {
  test('fills −1…1 with a common scale for both axes, and is deterministic', () => {
    const vectors = usable(topicRows(3, 30, 20))
    const [first, second] = [drain(projectByPca(vectors)), drain(projectByPca(vectors))]

    expect(Math.max(...first.layout.map(Math.abs))).toBeCloseTo(1, 6)
    expect(second).toEqual(first)
    expect(first.explained[0]).toBeGreaterThan(first.explained[1])
  })

  test('does not depend on the order of the rows', () => {
    const rows = topicRows(3, 10, 12)
    const straight = drain(projectByPca(usable(rows))).layout
    const reversed = drain(projectByPca(usable(rows.toReversed()))).layout

    rows.forEach((_, row) => {
      const other = rows.length - 1 - row
      expect(reversed[other * 2]).toBeCloseTo(straight[row * 2] ?? NaN, 3)
      expect(reversed[other * 2 + 1]).toBeCloseTo(straight[row * 2 + 1] ?? NaN, 3)
    })
  })

  test('rows without a usable vector have no coordinates and affect no other', () => {
    const rows = topicRows(2, 5, 6)
    const alone = drain(projectByPca(usable(rows))).layout
    const set = vectorSet([null, ...rows, rows[0]?.map(() => NaN) ?? null, rows[0]?.map(() => 0) ?? null])
    const { layout } = drain(projectByPca(toUsableVectors(set)))

    expect(layout.subarray(2, 2 + alone.length)).toEqual(alone)
    expect([0, 11, 12].map(row => layout[row * 2])).toEqual([NaN, NaN, NaN])
  })

  test('a single point, equal points and one dimension have coordinates', () => {
    expect(drain(projectByPca(usable([[1, 0, 0]]))).layout).toEqual(Float32Array.of(0, 0))
    expect(
      drain(
        projectByPca(
          usable([
            [1, 1],
            [1, 1],
          ]),
        ),
      ).layout,
    ).toEqual(Float32Array.of(0, 0, 0, 0))
    expect(drain(projectByPca(usable([[1], [-1]]))).layout.map(Math.abs)).toEqual(Float32Array.of(1, 0, 1, 0))
  })

  test('without a vector it fails with a reason', () => {
    expect(() => drain(projectByPca(usable([null])))).toThrow('There is no vector for a layout.')
  })
})

const noGroups = (count: number) => Array.from({ length: count }, () => null)

test('recall is 1 at full size, and at every size that includes all information', () => {
  const rows = randomRows(60, 16, 2).map(row => [...row, ...Array.from({ length: 24 }, () => 0)])
  const { points, k } = drain(measureDimensions(usable(rows), noGroups(60), 1))

  expect(k).toBe(10)
  expect(points.map(({ dimensions }) => dimensions)).toEqual([8, 16, 32, 40])
  expect(points.slice(1).map(({ recall }) => recall)).toEqual([1, 1, 1])
  expect(points[0]?.recall).toBeLessThan(0.9)
})

test('truncating random vectors loses more the shorter they get', () => {
  const { points } = drain(measureDimensions(usable(randomRows(200, 64, 2)), noGroups(200), 1))
  const recalls = points.map(({ recall }) => recall)

  expect(recalls).toEqual(recalls.toSorted((one, other) => one - other))
  expect(recalls[0]).toBeLessThan(0.4)
})

test('vectors of few dimensions have one point', () => {
  expect(drain(measureDimensions(usable(randomRows(20, 6, 2)), noGroups(20), 1)).points).toEqual([
    { dimensions: 6, recall: 1 },
  ])
})

test('a single text has no curve', () => {
  expect(drain(measureDimensions(usable([[1, 2]]), [null], 1)).points).toEqual([])
})

test('keeps the first dimensions at length 1; a row that becomes zero stays zero', () => {
  const matrix = { values: Float32Array.of(3, 4, 12, 0, 0, 1), count: 2, dimensions: 3 }

  expect(truncateRows(matrix, 2)).toEqual({
    values: Float32Array.of(0.6, 0.8, 0, 0),
    count: 2,
    dimensions: 2,
  })
})

const vectors = usable([
  [3, 0],
  [0, 1],
  [1, 1],
  [-2, 0],
])

describe('nearest to a vector', () => {
  test('cosine ignores the length of the query, Euclidean distance does not', () => {
    const query = Float32Array.of(1, 0)

    const cosine = nearestToVector(vectors.unit, query, { k: 4, metric: 'cosine', except: -1 })
    const euclidean = nearestToVector(vectors.raw, query, { k: 4, metric: 'euclidean', except: -1 })

    expect(cosine.map(({ index }) => index)).toEqual([0, 2, 1, 3])
    expect(cosine.map(({ distance }) => distance)).toEqual([0, expect.closeTo(1 - Math.SQRT1_2, 5), 1, 2])
    expect(euclidean).toEqual([
      { index: 2, distance: 1 },
      { index: 1, distance: expect.closeTo(Math.SQRT2, 5) },
      { index: 0, distance: 2 },
      { index: 3, distance: 3 },
    ])
  })

  test('the excluded position is omitted', () => {
    const found = nearestToVector(vectors.unit, Float32Array.of(3, 0), { k: 1, metric: 'cosine', except: 0 })

    expect(found.map(({ index }) => index)).toEqual([2])
  })

  test('equal distances keep their order', () => {
    const { unit } = usable([
      [0, 1],
      [0, -1],
      [0, 1],
    ])

    const found = nearestToVector(unit, Float32Array.of(1, 0), { k: 2, metric: 'cosine', except: -1 })

    expect(found.map(({ index }) => index)).toEqual([0, 1])
  })

  test('a vector of another model, or a zero vector, is rejected with a reason', () => {
    const ask = (...vector: number[]) =>
      nearestToVector(vectors.unit, Float32Array.from(vector), { k: 1, metric: 'cosine', except: -1 })

    expect(() => ask(1, 2, 3)).toThrow('The vector has 3 dimensions, the others 2. Use the same model.')
    expect(() => ask(0, 0)).toThrow('it has no nearest neighbors')
    expect(() => ask(NaN, 1)).toThrow('it has no nearest neighbors')
  })
})

const noGroup = () => null
const circle = (count: number) =>
  Array.from({ length: count }, (_, at) => [Math.cos((at * 6) / count), Math.sin((at * 6) / count)])

describe('agreement of two models', () => {
  test('is 1 when one is a rotated and scaled version of the other', () => {
    const one = circle(30)
    const other = one.map(([x = 0, y = 0]) => [-3 * y, 3 * x])
    const agreement = drain(measureAgreement(usable(one), usable(other), noGroup, 1))

    expect(agreement).toMatchObject({ mean: 1, k: 10, sample: null })
    expect(agreement.rows.map(({ row }) => row)).toEqual(one.map((_, row) => row))
  })

  test('puts the text with the most different neighbors first', () => {
    const one = circle(40)
    const other = one.slice()
    other[5] = [-(one[5]?.[0] ?? 0), -(one[5]?.[1] ?? 0)]
    const agreement = drain(measureAgreement(usable(one), usable(other), noGroup, 1))

    expect(agreement.rows[0]).toEqual({ row: 5, overlap: 0 })
    expect(agreement.mean).toBeLessThan(1)
  })

  test('compares only texts in both sets, by their own row numbers', () => {
    const one = circle(12)
    const agreement = drain(
      measureAgreement(usable([null, ...one, [1, 2]]), usable([[1, 2], ...one, null]), noGroup, 1),
    )

    expect(agreement.rows.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(
      one.map((_, row) => row + 1),
    )
    expect(agreement.mean).toBe(1)
  })

  test('works across different dimensions, and is low without agreement', () => {
    const agreement = drain(
      measureAgreement(usable(randomRows(300, 8, 1)), usable(randomRows(300, 24, 2)), noGroup, 1),
    )

    expect(agreement.mean).toBeLessThan(0.1)
  })

  test('without common texts it is NaN', () => {
    expect(drain(measureAgreement(usable([[1, 0], null]), usable([null, [1, 0]]), noGroup, 1))).toEqual({
      rows: [],
      mean: NaN,
      k: 0,
      sample: null,
    })
  })
})
