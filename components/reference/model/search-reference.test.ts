import { expect, test } from 'vitest'
import type { ReferenceGroup } from '#lib/contracts/reference/reference-index.ts'
import { searchReference } from './search-reference.ts'

const chat = {
  id: 'chat',
  method: 'POST',
  path: '/v1/chat/completions',
  summary: 'Answer a conversation',
  parameters: ['model', 'messages', 'messages[].role', 'temperature', 'response_format.json_schema.name'],
} as const
const rerank = { ...chat, id: 'rerank', path: '/v1/rerank', summary: 'Order', parameters: ['top_n'] } as const
const groups: readonly ReferenceGroup[] = [
  { title: 'Chat', links: [chat] },
  { title: 'Rerank', links: [rerank] },
]
const found = (asked: string) =>
  searchReference(groups, asked).flatMap(({ links }) =>
    links.map(({ link, parameters }) => [link.id, ...parameters]),
  )

test('an empty query lists all operations', () => {
  expect(found(' ')).toEqual([['chat'], ['rerank']])
})

test('an operation is found by title, path and summary, in any case', () => {
  expect(found('CONVERSATION')).toEqual([['chat']])
  expect(found('post rerank')).toEqual([['rerank']])
})

test('a parameter finds its operation, the least nested first', () => {
  expect(found('top_n')).toEqual([['rerank', 'top_n']])
  expect(found('mes')).toEqual([['chat', 'messages', 'messages[].role']])
})

test('terms can match the operation and its parameter together', () => {
  expect(found('chat temperature')).toEqual([['chat', 'temperature']])
  expect(found('rerank temperature')).toEqual([])
})
