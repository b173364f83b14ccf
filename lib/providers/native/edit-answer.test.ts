import { expect, test } from 'vitest'
import { withMembers } from './edit-answer.ts'

const state = { store: true, previous_response_id: 'resp_0' }

test.each([
  [
    '{ "id" : "a", "store" : false ,"previous_response_id":null, "n":1.0e0 }',
    [],
    '{ "id" : "a", "store" : true ,"previous_response_id":"resp_0", "n":1.0e0 }',
  ],
  ['{"id":"a"}', [], '{"store":true,"previous_response_id":"resp_0","id":"a"}'],
  ['{}', [], '{"store":true,"previous_response_id":"resp_0"}'],
  [
    'event: x\ndata: {"response":{"text":{"store":1},"store":false},"store":2}\n\n',
    ['response'],
    'event: x\ndata: {"response":{"previous_response_id":"resp_0","text":{"store":1},"store":true},"store":2}\n\n',
  ],
  ['event: x\ndata: {"response":null}\n\n', ['response'], 'event: x\ndata: {"response":null}\n\n'],
  ['event: x\ndata: {"respo\n\n', ['response'], 'event: x\ndata: {"respo\n\n'],
  [': comment\n\n', ['response'], ': comment\n\n'],
])('only the members of the object at the path change: %s', (text, path, expected) => {
  expect(withMembers(Buffer.from(text), path, state).toString()).toBe(expected)
})
