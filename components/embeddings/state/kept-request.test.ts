import { expect, test } from 'vitest'
import { keepRequest, readKeptRequest } from './kept-request.ts'
import { emptyRequest, withSource } from './request.ts'
import { rowsOf, sourceOfRows } from './text-source.ts'

const rows = (count: number, length = 0) =>
  Array.from({ length: count }, (_, index) => ({
    text: `text ${index}${'x'.repeat(length)}`,
    group: index % 2 === 0 ? 'even' : null,
    line: index + 1,
  }))
const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a request comes back with its texts, groups and models', () => {
  const request = { ...withSource(emptyRequest, sourceOfRows(rows(3), 'x')), second: 'b' }

  const back = readKeptRequest(overJson(keepRequest(request)))

  expect(rowsOf(back?.source ?? request.source).rows).toEqual(rowsOf(request.source).rows)
  expect(back?.second).toBe('b')
  expect(back?.body).toEqual(request.body)
})

test('a set of several batches comes back whole while it is small enough to keep', () => {
  const request = withSource(emptyRequest, sourceOfRows(rows(3000), 'many.csv'))

  const back = readKeptRequest(overJson(keepRequest(request)))

  expect(back && rowsOf(back.source).rows).toHaveLength(3000)
})

test('of a set too large to keep the first batch comes back, and says so', () => {
  const request = withSource(emptyRequest, sourceOfRows(rows(3000, 1000), 'many.csv'))

  const back = readKeptRequest(overJson(keepRequest(request)))

  expect(back?.source).toMatchObject({ kind: 'list', label: 'The first of 3000 texts of many.csv' })
  expect(readKeptRequest({ other: 1 })).toBeNull()
})
