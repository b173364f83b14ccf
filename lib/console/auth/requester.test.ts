import { expect, test } from 'vitest'
import { idIn } from './requester.ts'

test.each([
  ['/api/keys/key_1/rotate', 'key_1'],
  ['/api/keys/a%20b', 'a b'],
  ['/api/keys', ''],
  // Not valid text: nothing has this id, and it must not cause a server error.
  ['/api/keys/%E0%A4', ''],
])('%s', (path, id) => {
  expect(idIn(new Request(`https://ai.example.org${path}`))).toBe(id)
})
