import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('an id of the file is rejected in the environment, unless the file reads that variable', () => {
  using taken = makeFolder(
    'providers:\n  - { id: openai, kind: openai, baseUrl: "https://proxy.example/v1" }\n',
  )
  using reading = makeFolder('providers:\n  - { id: openai, kind: openai, apiKey: "${OPENAI_API_KEY}" }\n')
  const environment = { OPENAI_API_KEY: 'sk-one' }

  expect(taken.failure(environment)).toMatch(
    /^OPENAI_API_KEY: the ID openai is already used by sextant\.yaml:2/,
  )
  expect(reading.load(environment).providers).toEqual([
    { id: 'openai', kind: 'openai', baseUrl: null, apiKey: 'sk-one', from: 'file' },
  ])
})

test('a duplicate id in the file, or a provider without a known URL, is rejected', () => {
  using folder = makeFolder(
    'providers:\n  - { id: a, kind: openai }\n  - { id: a, kind: openai, baseUrl: "http://a" }\n',
  )

  expect(folder.failure({})).toBe(
    'sextant.yaml:2: providers.0.baseUrl: a has no default URL; set baseUrl\n' +
      'sextant.yaml:3: the ID a is already used by sextant.yaml:2',
  )
})
