import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('an id is its prefix and that many base62 digits, and no two are equal', () => {
  const ids = Array.from({ length: 2000 }, () => newId('req_', 24))

  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^req_[0-9A-Za-z]{24}$/)
  expect(new Set(ids.join('').replaceAll('req_', '')).size).toBe(62)
})
