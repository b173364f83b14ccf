import { describe, expect, test } from 'vitest'
import {
  messagesLayout,
  RequestEnvelope,
  responsesLayout,
} from '#lib/providers/transport/envelope/request-envelope.ts'
import { boundHiddenCost, guessTokensByBytes } from './hidden-tokens.ts'

const envelopeOf = (content: unknown, more: object = {}) =>
  new RequestEnvelope(
    Buffer.from(JSON.stringify({ messages: [{ role: 'user', content }], ...more })),
    messagesLayout,
  )
const count = (content: unknown, more: object = {}) => boundHiddenCost(envelopeOf(content, more)).tokens

const url = { type: 'url', url: 'https://example.com/a' }
const image = { type: 'image', source: url }
test.each([
  ['an image by URL', [image], 2500],
  ['images in the result of a tool', [{ type: 'tool_result', content: [image, image] }], 5000],
  ['a PDF file by URL, with the pages it may have', [{ source: url, type: 'document' }], 1_800_000],
  [
    'a PDF file as base64, of which a small one may have as many',
    [{ type: 'document', source: { type: 'base64', data: 'JVBERg==' } }],
    1_800_000,
  ],
  ['a text', [{ type: 'document', source: { type: 'text', data: 'Hi' } }], 3000],
])('%s', (_, content, tokens) => {
  expect(count(content)).toBe(tokens)
})

test("each use of a provider's own tool", () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }

  expect(count('Hi', { tools: [{ ...search, max_uses: 2 }] })).toBe(20_000)
  expect(count('Hi', { tools: [search, { type: 'custom', name: 'f' }] })).toBe(100_000)
})

test.each(['2.5', '1e400', '-1', '0', '"3"'])('a limit of %s uses counts as none', limit => {
  const tool = `{"type":"web_search_20250305","name":"web_search","max_uses":${limit}}`
  const addition = `{"type":"tool_addition","tool":{"type":"tool_definition","definition":${tool}}}`
  const sent = Buffer.from(`{"messages":[{"role":"system","content":[${addition}]}],"tools":[${tool}]}`)

  expect(boundHiddenCost(new RequestEnvelope(sent, messagesLayout))).toEqual({
    tokens: 200_000,
    webSearches: 20,
    toolUses: 20,
  })
})

describe('web searches', () => {
  const search = { type: 'web_search_20250305', name: 'web_search' }
  const searches = (content: unknown, more: object = {}) =>
    boundHiddenCost(envelopeOf(content, more)).webSearches
  const defined = (definition: object) => [
    { type: 'tool_addition', tool: { type: 'tool_definition', definition } },
  ]

  test.each([
    ['with a limit', 'Hi', { tools: [{ ...search, max_uses: 3 }] }, 3],
    ['without one', 'Hi', { tools: [search] }, 10],
    ['defined within the conversation', defined({ ...search, max_uses: 4 }), {}, 4],
    ['defined without a limit', defined(search), {}, 10],
    ['of no other tool', 'Hi', { tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] }, 0],
    [
      'of no tool of the client',
      defined({ name: 'web_search', input_schema: { type: 'web_search' } }),
      {},
      0,
    ],
  ])('%s', (_, content, more, most) => {
    expect(searches(content, more)).toBe(most)
  })
})

const toolsOf = (tools: readonly object[]) => {
  const { webSearches, toolUses } = boundHiddenCost(
    new RequestEnvelope(Buffer.from(JSON.stringify({ input: 'Hi', tools })), responsesLayout),
  )
  return { webSearches, toolUses }
}

test.each([
  'web_search_preview',
  'x_search',
  'collections_search',
  'browser_search',
  'file_search',
  'openrouter:web_search',
])('a tool of the type %s searches', type => {
  expect(toolsOf([{ type }])).toEqual({ webSearches: 10, toolUses: 10 })
})

test.each([
  { type: 'code_interpreter', container: { type: 'auto' } },
  { type: 'mcp', server_label: 'docs' },
  { type: 'shell', environment: { type: 'container_auto' } },
  { type: 'shell' },
  { type: 'tool_of_tomorrow' },
])('the provider runs %j, as it may any type that is not known', tool => {
  expect(toolsOf([tool])).toEqual({ webSearches: 0, toolUses: 10 })
})

test.each([
  { type: 'function', name: 'web_search' },
  { type: 'custom', name: 'x_search' },
  { type: 'namespace', name: 'files', tools: [{ type: 'function', name: 'search' }] },
  { type: 'apply_patch' },
  { type: 'local_shell' },
  { type: 'shell', environment: { type: 'local' } },
  { type: 'computer_use_preview', display_width: 100 },
  { type: 'tool_search' },
  { type: 'bash_20250124', name: 'bash' },
  { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
  { type: 'memory_20250818', name: 'memory' },
  { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
])('the client runs %j', tool => {
  expect(toolsOf([tool])).toEqual({ webSearches: 0, toolUses: 0 })
})

test('the base64 of files is not text of the prompt', () => {
  const data = 'A'.repeat(3_000_000)
  const source = { type: 'base64', media_type: 'application/pdf', data }

  expect(guessTokensByBytes(envelopeOf([{ type: 'document', source }]))).toBeLessThan(3100)
  expect(guessTokensByBytes(envelopeOf([{ type: 'image', source }]))).toBeLessThan(2600)
  expect(
    guessTokensByBytes(envelopeOf([{ type: 'document', source: { type: 'text', data } }])),
  ).toBeGreaterThan(1_000_000)
  expect(guessTokensByBytes(envelopeOf(data))).toBeGreaterThan(1_000_000)
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
    { type: 'input_file', file_data: 'data:text/plain,Hi' },
    { file_url: 'https://example.com/a', type: 'input_file' },
  ]
  const body = { input: [{ role: 'user', content }], tools: [{ type: 'web_search' }] }

  const bytes = Buffer.from(JSON.stringify(body))
  expect(boundHiddenCost(new RequestEnvelope(bytes, responsesLayout)).tokens).toBe(
    2500 + 1_800_000 + 3000 + 1_800_000 + 100_000,
  )
})
