import { describe, expect, test } from 'vitest'
import { servedContracts, webOperations } from './api/all-contracts.ts'
import { chatContract } from './api/chat.ts'
import { embeddingsContract } from './api/embeddings.ts'
import { libraryBatchContract, librarySettingsContract } from './api/library-manage.ts'
import { libraryAddContract, libraryItemContract, librarySearchContract } from './api/library.ts'
import { mapContract, mapV2Contract } from './api/map.ts'
import { parse } from './core/parse.ts'
import { rerankContract } from './api/rerank.ts'
import { scrapeContract, scrapeFlatContract, scrapeFlatV2Contract } from './api/scrape.ts'
import { rawSearchContract } from './api/search/search-raw.ts'
import { searchContract } from './api/search/search.ts'
import { transcriptionContract } from './api/documents/transcription.ts'
import { uploadContract } from './api/documents/upload.ts'
import { mapEnvelopeContract } from './api/web.ts'

describe.each([...servedContracts, ...webOperations])('$id', contract => {
  test('has examples that match its schema', () => {
    for (const { input } of contract.examples)
      expect(parse(contract.input, input)).toMatchObject({ ok: true })
  })

  test('has a versioned path and can be displayed', () => {
    expect(contract.path).toMatch(/^\/(v[12]\/|upload$)/)
    expect(contract.examples.length).toBeGreaterThan(0)
  })
})

test.each([
  [chatContract, 'model'],
  [embeddingsContract, 'model'],
  [rerankContract, 'model'],
  [mapContract, 'url'],
  [mapV2Contract, 'url'],
  [scrapeContract, 'model'],
  [searchContract, 'model'],
  [rawSearchContract, 'model'],
  [scrapeFlatContract, 'url'],
  [scrapeFlatV2Contract, 'url'],
  [mapEnvelopeContract, 'model'],
  [uploadContract, 'file'],
  [transcriptionContract, 'file'],
  [libraryAddContract, 'title'],
  [librarySearchContract, 'query'],
  [librarySettingsContract, 'keep_everything'],
  [libraryBatchContract, 'action'],
  [libraryItemContract, 'id'],
])('$id rejects an empty body and names the first required field', (contract, param) => {
  expect(parse(contract.input, {})).toMatchObject({ code: 'missing_required_parameter', param })
})

test('contract ids and paths are unique', () => {
  expect(new Set(servedContracts.map(({ id }) => id)).size).toBe(servedContracts.length)
  expect(new Set(servedContracts.map(({ method, path }) => `${method} ${path}`)).size).toBe(
    servedContracts.length,
  )
})
