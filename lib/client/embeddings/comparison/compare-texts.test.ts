import { describe, expect, test } from 'vitest'
import { drain } from '#lib/client/embeddings/__fixtures__/drain.ts'
import { topicRows, usable } from '#lib/client/embeddings/__fixtures__/vector-sets.ts'
import { compareTexts } from './compare-texts.ts'

describe('a similarity matrix', () => {
  test('has the cosine of every pair, 1 on the diagonal, for the rows asked that have a vector', () => {
    const { rows, values } = drain(compareTexts(usable([[2, 0], null, [0, 3], [1, 1]]), [3, 1, 0, 2]))

    expect(rows).toEqual([3, 0, 2])
    const half = expect.closeTo(Math.SQRT1_2, 6)
    expect([...values]).toEqual([1, half, half, half, 1, 0, half, 0, 1])
  })

  test('its order puts similar rows side by side, each once', () => {
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

  test('of more than 100 rows is refused in words', () => {
    const rows = Array.from({ length: 101 }, (_, row) => row)

    expect(() => drain(compareTexts(usable([[1]]), rows))).toThrow('at most 100 texts, not 101')
  })

  test('of no rows is empty', () => {
    expect(drain(compareTexts(usable([[1]]), []))).toEqual({
      rows: [],
      values: new Float32Array(0),
      order: [],
    })
  })
})
