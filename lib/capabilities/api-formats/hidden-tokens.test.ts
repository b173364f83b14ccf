import { expect, test } from 'vitest'
import {
  messagesLayout,
  RequestEnvelope,
  responsesLayout,
} from '#lib/providers/transport/request-envelope.ts'
import { countHiddenTokens } from './hidden-tokens.ts'

const count = (content: unknown, more: object = {}) =>
  countHiddenTokens(
    new RequestEnvelope(
      Buffer.from(JSON.stringify({ messages: [{ role: 'user', content }], ...more })),
      messagesLayout,
    ),
  )

const url = { type: 'url', url: 'https://example.com/a' }
const image = { type: 'image', source: url }
test.each([
  ['an image by URL', [image], 2500],
  ['images in the result of a tool', [{ type: 'tool_result', content: [image, image] }], 5000],
  ['a PDF file by URL, with the pages it may have', [{ source: url, type: 'document' }], 1_800_000],
  ['a PDF file as base64', [{ type: 'document', source: { type: 'base64', data: 'JVBERg==' } }], 3000],
])('%s', (_, content, tokens) => {
  expect(count(content)).toBe(tokens)
})

test('an inline PDF file has as many pages as its bytes can hold, at most those that the provider reads', () => {
  const file = (chars: number) => [{ type: 'document', source: { type: 'base64', data: 'A'.repeat(chars) } }]

  expect(count(file(20_000))).toBe(200 * 3000)
  expect(count(file(1_000_000))).toBe(600 * 3000)
  expect(count([{ type: 'document', source: { type: 'text', data: 'A'.repeat(20_000) } }])).toBe(3000)
})

test("each use of a provider's own tool", () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }

  expect(count('Hi', { tools: [{ ...search, max_uses: 2 }] })).toBe(20_000)
  expect(count('Hi', { tools: [search, { type: 'custom', name: 'f' }] })).toBe(100_000)
})

test.each([
  ['text', 'an "image" and a "document"', {}],
  ['the arguments of a call', [{ type: 'tool_use', id: 'a', name: 'f', input: image }], {}],
  ['tools of the client', 'Hi', { tools: [{ name: 'f', input_schema: { type: 'object' } }] }],
])('nothing for %s', (_, content, more) => {
  expect(count(content, more)).toBe(0)
})

test('images, files and tools of the Responses API', () => {
  const content = [
    { type: 'input_image', image_url: 'https://example.com/a' },
    { type: 'input_file', file_data: 'JVBERg==' },
    { file_url: 'https://example.com/a', type: 'input_file' },
  ]
  const body = { input: [{ role: 'user', content }], tools: [{ type: 'web_search' }] }

  const bytes = Buffer.from(JSON.stringify(body))
  expect(countHiddenTokens(new RequestEnvelope(bytes, responsesLayout))).toBe(
    2500 + 3000 + 1_800_000 + 100_000,
  )
})
