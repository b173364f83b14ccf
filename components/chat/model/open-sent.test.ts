import { expect, test } from 'vitest'
import { toChatBody } from './draft/chat-body.ts'
import { openBodies } from './draft/draft-file.ts'
import { openSent } from './open-sent.ts'

test('every column keeps its model and parameters and gets the same messages', () => {
  let count = 0
  const newId = () => `id${(count += 1)}`
  const before = openBodies(
    [
      { model: 'a', messages: [{ role: 'user', content: 'old' }], temperature: 0.2 },
      { model: 'b', messages: [] },
    ],
    newId,
  )
  const messages = [
    { role: 'system', content: 'Cite.' },
    { role: 'user', content: '[1] Sent' },
  ]
  const origin = { contract: 'rerank', runId: null, label: '1 document from Rerank' }

  const opened = openSent(
    { ...before, mocks: { f: '1' } },
    { contract: 'chat', body: { messages }, origin },
    newId,
  )

  expect(opened.columns.map(column => toChatBody(opened, column))).toEqual([
    { model: 'a', messages, temperature: 0.2 },
    { model: 'b', messages },
  ])
  expect(opened).toMatchObject({ origin, mocks: { f: '1' } })
})
