import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { toContractInfo } from './contract-info.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { rerankContract, rerankV2Contract } from '#lib/contracts/api/rerank.ts'

test.each([
  [chatContract, '/v1/chat/completions', true],
  [embeddingsContract, '/v1/embeddings', false],
  [rerankContract, '/v1/rerank', false],
  [rerankV2Contract, '/v2/rerank', false],
])('$id becomes plain data that can be serialized to the browser', (contract, path, streams) => {
  const info = toContractInfo(contract)

  expect(structuredClone(info)).toEqual(info)
  expect(info).toMatchObject({ id: contract.id, path, encoding: 'json', streams })
  expect(info.examples.map(example => example.body)).toEqual(contract.examples.map(example => example.input))
})
