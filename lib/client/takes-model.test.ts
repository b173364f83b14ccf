import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/chat.ts'
import { toContractInfo } from '#lib/contracts/contract-info.ts'
import { embeddingsContract } from '#lib/contracts/embeddings.ts'
import { mapContract } from '#lib/contracts/map.ts'
import { rerankContract } from '#lib/contracts/rerank.ts'
import { scrapeContract } from '#lib/contracts/scrape.ts'
import { takesModel } from './takes-model.ts'

test.each([chatContract, embeddingsContract, rerankContract])('$id names a model', contract => {
  expect(takesModel(toContractInfo(contract))).toBe(true)
})

test.each([mapContract, scrapeContract])(
  '$id names none, though its body may have a field for it',
  contract => {
    expect(takesModel(toContractInfo(contract))).toBe(false)
  },
)
