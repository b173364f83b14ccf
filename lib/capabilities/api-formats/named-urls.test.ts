import { expect, test } from 'vitest'
import {
  messagesLayout,
  RequestEnvelope,
  responsesLayout,
} from '#lib/providers/transport/envelope/request-envelope.ts'
import { namesUrls } from './named-urls.ts'

const names = (content: unknown, more: object = {}) =>
  namesUrls(
    new RequestEnvelope(
      Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], ...more })),
      messagesLayout,
    ),
  )

test.each([
  ['an image', { type: 'image', source: { type: 'url', url: 'http://10.0.0.1/' } }],
  ['an image in a result', { type: 'tool_result', content: [{ source: { url: 'http://10.0.0.1/' } }] }],
  ['a part of chat completions', { type: 'image_url', image_url: { url: 'http://10.0.0.1/' } }],
])('%s names a URL', (_, block) => {
  expect(names([block])).toBe(true)
})

test.each(['URL', 'Url', 'image_URL', 'uRl'])('the name %s names a URL', name => {
  expect(names([{ type: 'image', source: { type: 'url', [name]: 'http://10.0.0.1/' } }])).toBe(true)
})

test.each([
  ['text', 'See "url": "http://10.0.0.1/"', {}],
  ['arguments of a call', [{ type: 'tool_use', id: 'a', name: 'f', input: { url: 'http://10.0.0.1/' } }], {}],
  ['the schema of a tool', 'Hi', { tools: [{ name: 'f', input_schema: { properties: { url: {} } } }] }],
])('%s names none', (_, content, more) => {
  expect(names(content, more)).toBe(false)
})

test('an MCP server of the Messages API names a URL', () => {
  expect(names('Hi', { mcp_servers: [{ type: 'url', url: 'http://10.0.0.1/' }] })).toBe(true)
})

test.each([
  ['an MCP server', { type: 'mcp', server_url: 'http://10.0.0.1/' }, true],
  ['a function', { type: 'function', name: 'f', parameters: { properties: { url: {} } } }, false],
])('%s among the tools of the Responses API names a URL', (_, tool, isNamed) => {
  const body = { model: 'm', input: 'Hi', tools: [tool] }

  const envelope = new RequestEnvelope(Buffer.from(JSON.stringify(body)), responsesLayout)
  expect(namesUrls(envelope)).toBe(isNamed)
})

test('an escaped name is the same name', () => {
  const bytes = Buffer.from(
    '{"model":"m","messages":[{"content":[{"source":{"\\u0075rl":"http://10.0.0.1/"}}]}]}',
  )

  expect(namesUrls(new RequestEnvelope(bytes, messagesLayout))).toBe(true)
})

test.each([
  ['http://10.0.0.1/', true],
  ['data:image/png;base64,iVBORw==', false],
])('an image %s of the Responses API names a URL: %s', (url, isNamed) => {
  const content = [{ type: 'input_image', image_url: url }]
  const body = { model: 'm', input: [{ role: 'user', content }] }

  const envelope = new RequestEnvelope(Buffer.from(JSON.stringify(body)), responsesLayout)
  expect(namesUrls(envelope)).toBe(isNamed)
})
