import { expect, test } from 'vitest'
import { idIn } from './asker.ts'

test.each([
  ['/api/keys/key_1/rotate', 'key_1'],
  ['/api/keys/a%20b', 'a b'],
  ['/api/keys', ''],
  // No text at all: nobody has it, and it is no fault of ours.
  ['/api/keys/%E0%A4', ''],
])('%s', (path, id) => {
  expect(idIn(new Request(`https://ai.example.org${path}`))).toBe(id)
})
