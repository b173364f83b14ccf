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
import { transcriptionContract } from './api/transcription.ts'
import { uploadContract } from './api/upload.ts'
import { mapEnvelopeContract } from './api/web.ts'

describe.each([...servedContracts, ...webOperations])('$id', contract => {
  test('has examples that its own schema takes', () => {
    for (const { input } of contract.examples)
      expect(parse(contract.input, input)).toMatchObject({ ok: true })
  })

  test('lives under a version, and can be shown', () => {
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
])('$id refuses an empty body with the first field that it needs', (contract, param) => {
  expect(parse(contract.input, {})).toMatchObject({ code: 'missing_required_parameter', param })
})

test('no two contracts have one id or one address', () => {
  expect(new Set(servedContracts.map(({ id }) => id)).size).toBe(servedContracts.length)
  expect(new Set(servedContracts.map(({ method, path }) => `${method} ${path}`)).size).toBe(
    servedContracts.length,
  )
})
