import { expect, test } from 'vitest'
import { makeFolder } from './test-folder.ts'
import { settingsWithoutEffect } from './without-effect.ts'

test('settings that nothing reads yet are named when they are given, and only then', () => {
  using given = makeFolder('search: { backends: [searxng] }\nlisteners: { upload: 3002 }\n')
  using without = makeFolder('cors: [https://example.org]\n')

  expect(settingsWithoutEffect(given.load({}))).toEqual(['search.backends', 'listeners.upload'])
  expect(settingsWithoutEffect(without.load({}))).toEqual([])
})
