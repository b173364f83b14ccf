import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { toContractInfo } from '#lib/contracts/core/contract-info.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { takesModel } from './takes-model.ts'

test.each([chatContract, embeddingsContract, rerankContract])('$id names a model', contract => {
  expect(takesModel(toContractInfo(contract))).toBe(true)
})

test.each([mapContract, scrapeContract])(
  '$id does not select a model, though its body may have a field for it',
  contract => {
    expect(takesModel(toContractInfo(contract))).toBe(false)
  },
)
