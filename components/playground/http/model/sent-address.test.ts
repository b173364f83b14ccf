import { expect, test } from 'vitest'
import { sentAddress } from './sent-address.ts'

const sent = (body: string) => sentAddress({ request: { method: 'POST', path: '/v1/web', body } })

test.each([
  ['in the envelope', '{"model":"scrape","params":{"url":"https://a.example/"}}', 'https://a.example/'],
  ['in a flat body', '{"url":"https://b.example/"}', 'https://b.example/'],
  ['nowhere', '{"model":"scrape","params":{}}', null],
  ['as something else', '{"url":1,"params":[]}', null],
  ['in invalid JSON', '{', null],
])('a URL %s is found or not', (_, body, address) => {
  expect(sent(body)).toBe(address)
})
