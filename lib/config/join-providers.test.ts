import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('an id of the file is refused in the environment, unless the file itself reads that variable', () => {
  using taken = makeFolder(
    'providers:\n  - { id: openai, kind: openai, baseUrl: "https://proxy.example/v1" }\n',
  )
  using reading = makeFolder('providers:\n  - { id: openai, kind: openai, apiKey: "${OPENAI_API_KEY}" }\n')
  const environment = { OPENAI_API_KEY: 'sk-one' }

  expect(taken.failure(environment)).toMatch(/^OPENAI_API_KEY: the id openai is taken by sextant\.yaml:2/)
  expect(reading.load(environment).providers).toEqual([
    { id: 'openai', kind: 'openai', baseUrl: null, apiKey: 'sk-one', from: 'file' },
  ])
})

test('an id that the file has twice, or whose address nobody knows, is refused', () => {
  using folder = makeFolder(
    'providers:\n  - { id: a, kind: openai }\n  - { id: a, kind: openai, baseUrl: "http://a" }\n',
  )

  expect(folder.failure({})).toBe(
    'sextant.yaml:2: providers.0.baseUrl: a has no known address; give one\n' +
      'sextant.yaml:3: the id a is taken by sextant.yaml:2',
  )
})
