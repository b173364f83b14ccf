import { expect, test } from 'vitest'
import { chatContract } from './chat.ts'
import { toContractInfo } from './contract-info.ts'

test('a contract becomes plain data that survives the way to the browser', () => {
  const info = toContractInfo(chatContract)

  expect(structuredClone(info)).toEqual(info)
  expect(info).toMatchObject({ id: 'chat', path: '/v1/chat/completions', encoding: 'json', streams: true })
  expect(info.examples.map(example => example.body)).toEqual(
    chatContract.examples.map(example => example.input),
  )
})
