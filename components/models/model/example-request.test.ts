import { expect, test } from 'vitest'
import { playgroundContracts } from '#lib/contracts/api/all-contracts.ts'
import { modelKinds } from '#lib/contracts/api/models.ts'
import { flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import { toExampleRequest } from './example-request.ts'

const baseUrl = 'http://localhost:3000'

test.each(modelKinds.filter(type => type !== 'speech'))('the request for a %s model is valid', type => {
  const { contract, path, body } = toExampleRequest({ id: 'acme/some/model', type }, baseUrl)
  const found = Object.values(playgroundContracts).find(({ id }) => id === contract)

  expect(found?.path).toBe(path)
  expect(found?.input.safeParse(JSON.parse(body)).success).toBe(true)
})

test.each(modelKinds)('a %s model has a snippet in every language that names it', type => {
  const request = toExampleRequest({ id: 'acme/model', type }, baseUrl)

  for (const { flavour } of flavoursOf(request.contract)) {
    expect(toSnippet(request, { flavour }).code).toContain('model')
  }
})
