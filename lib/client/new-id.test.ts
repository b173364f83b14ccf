import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are 24 hex digits and differ', () => {
  const ids = new Set(Array.from({ length: 100 }, newId))

  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/)
})
