import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('the documented file loads, and variables are substituted', () => {
  using folder = makeFolder(`
providers:
  - { id: my-vllm, kind: openai, server: vllm, baseUrl: "http://10.0.0.5:8000/v1/", apiKey: "\${KEY}", timers: { plainMs: 30000 }, apiFormats: { messages: "http://10.0.0.5:8000/v1/" } }
models:    [{ id: team-chat, provider: my-vllm, upstream: qwen3-32b, kind: chat, input: [text, image], context: 32768, price: { input: 0.1, output: 0.4 }, fallbacks: [local/small] }]
defaults:  { chat: team-chat, embeddings: local/bge-small-en-v1.5, rerank: local/hybrid-rerank, speech: local/moonshine-tiny-en }
search:    { backends: [searxng, brave] }
listeners: { crawl: 3001, upload: 3002 }
cors:      []
timers:    { connectMs: 5000, firstEventMs: 60000, idleMs: 60000, plainMs: 600000, streamMs: 3600000, searchMs: 120000, keepAliveMs: 10000, drainMs: 25000 }
`)

  const config = folder.load({
    KEY: 'sk-from-the-environment',
    SEARXNG_URL: 'http://searxng:8080',
    BRAVE_API_KEY: 'b',
  })

  expect(config.providers).toEqual([
    {
      id: 'my-vllm',
      kind: 'openai',
      server: 'vllm',
      baseUrl: 'http://10.0.0.5:8000/v1',
      apiKey: 'sk-from-the-environment',
      timers: { plainMs: 30_000 },
      apiFormats: { messages: 'http://10.0.0.5:8000/v1' },
      from: 'file',
    },
  ])
  expect(config.models).toEqual([
    {
      id: 'team-chat',
      provider: 'my-vllm',
      upstream: 'qwen3-32b',
      kind: 'chat',
      input: ['text', 'image'],
      context: 32_768,
      price: { input: 0.1, output: 0.4 },
      fallbacks: ['local/small'],
    },
  ])
  expect(config.listeners).toEqual({ crawl: 3001, upload: 3002 })
  expect(config.search.configured.map(({ id }) => id)).toEqual(['searxng', 'brave'])
})

test.each([
  ['messages', '{ id: a, kind: jina, apiFormats: { messages: true } }'],
  ['messages', '{ id: anthropic, kind: anthropic, apiFormats: { messages: "https://a.example/v1" } }'],
  ['responses', '{ id: anthropic, kind: anthropic, apiFormats: { responses: true } }'],
])('the API format %s that would do nothing is refused: %s', (format, entry) => {
  using folder = makeFolder(`providers: [${entry}]`)

  expect(() => folder.load({})).toThrow(`apiFormats.${format}`)
})

test('a provider may have the Responses API at its base URL or another one', () => {
  const entry = (id: string, responses: string) =>
    `{ id: ${id}, kind: openai, baseUrl: "http://10.0.0.5:8000/v1", apiFormats: { responses: ${responses} } }`
  using folder = makeFolder(`providers: [${entry('a', 'true')}, ${entry('b', '"http://10.0.0.5:8001/v1/"')}]`)

  expect(folder.load({}).providers.map(({ apiFormats }) => apiFormats)).toEqual([
    { responses: true },
    { responses: 'http://10.0.0.5:8001/v1' },
  ])
})

test.each(['', '# only a comment', '---', 'providers: []', 'timers: {}'])(
  'an empty file is valid: %j',
  text => {
    using folder = makeFolder(text)

    expect(folder.load({}).timers.drainMs).toBe(25_000)
    expect(folder.load({}).timers.searchMs).toBe(120_000)
  },
)

test('some timers can be changed while the others keep their defaults', () => {
  using folder = makeFolder('timers:\n  idleMs: 600\n')

  expect(folder.load({}).timers).toMatchObject({ idleMs: 600, connectMs: 5000 })
})

test('SEXTANT_CONFIG names another file, relative to the working directory', () => {
  using folder = makeFolder('timers: { idleMs: 1 }')
  writeFileSync(join(folder.path, 'other.yaml'), 'timers: { idleMs: 2 }')

  expect(folder.load({ SEXTANT_CONFIG: 'other.yaml' }).timers.idleMs).toBe(2)
  expect(() => folder.load({ SEXTANT_CONFIG: 'missing.yaml' })).toThrow(/missing\.yaml: file not found/)
})

test.each([
  ['map: { pagesMax: 0 }\n', /^sextant\.yaml:1: map\.pagesMax: must be a whole number of at least 1$/],
  ['timers:\n  idle: 5\n', 'sextant.yaml:2: timers.idle: unknown setting'],
  ['provider: []\n', 'sextant.yaml:1: provider: unknown setting'],
  ['timers:\n  idleMs: soon\n', /^sextant\.yaml:2: timers\.idleMs: must be a whole number of at least 1$/],
  ['timers:\n  idleMs: 0\n', /^sextant\.yaml:2: timers\.idleMs: must be a whole number of at least 1$/],
  ['providers:\n  - id: a\n    kind: gpt\n    baseUrl: http://a\n', /^sextant\.yaml:3: providers\.0\.kind: /],
  ['providers:\n  - kind: openai\n', /^sextant\.yaml:2: providers\.0\.id: /],
  [
    'providers:\n  - id: a\n    kind: openai\n    baseUrl: a:80\n',
    /:4: providers\.0\.baseUrl: must be an http/,
  ],
  [
    'providers:\n- { id: a, kind: openai, baseUrl: "http://u:p@a" }',
    /:2: providers\.0\.baseUrl: must not contain a name/,
  ],
  [
    'providers:\n- { id: a, kind: openai, apiKey: "sk-a\\r\\nx: y" }',
    /^sextant\.yaml:2: providers\.0\.apiKey: must be printable ASCII characters without spaces$/,
  ],
  ['providers:\n  - id: local\n    kind: openai\n', /:2: providers\.0\.id: is the embedded engine/],
  ['providers:\n  - id: a/b\n    kind: openai\n', /:2: providers\.0\.id: must contain only letters/],
  ['\n\n- a list\n', 'sextant.yaml:3: the file: must be an object'],
  [priced('catalogue'), 'sextant.yaml:3: models.0.price: must be free, catalog, or an object'],
  [
    priced('{ input: -1, output: 8 }'),
    'sextant.yaml:3: models.0.price.input: must be a number from 0 to 2000',
  ],
  [priced('{ input: 2 }'), /:3: models\.0\.price: must have both `input` and `output`, or neither/],
  [
    priced('{ input: 2, output: 8, above: { many: { input: 4 } } }'),
    'sextant.yaml:3: models.0.price.above.many: must be a number of tokens',
  ],
  [
    priced('{ input: 2, output: 8, above: { 9: { inputs: 4 } } }'),
    'sextant.yaml:3: models.0.price.above.9.inputs: unknown setting',
  ],
  [priced('{ input: 2, output: 8, cached: 4 }'), 'sextant.yaml:3: models.0.price.cached: unknown setting'],
  [
    'models:\n  - { id: m, provider: local, upstream: u, kind: chat, priceOf: nobody/m }\n',
    /:2: models\.0\.priceOf: the price catalog has no vendor nobody; /,
  ],
  [
    'providers: [{ id: a, kind: openai, baseUrl: "http://a" }]\naliases:\n  local/x: a/m\n',
    /:3: aliases\.local\/x: local\/ is reserved/,
  ],
  [
    'providers: [{ id: a, kind: openai, baseUrl: "http://a" }]\nmodels:\n  - { id: local/m, provider: a, upstream: u, kind: chat }\n',
    /:3: models\.0\.id: local\/ is reserved/,
  ],
  ['providers: [\n', /^sextant\.yaml:\d: /],
  ['cors: []\ncors: []\n', /^sextant\.yaml:2: Map keys must be unique/],
  ['cors: [https://a.example/path]\n', /:1: cors\.0: must be an origin/],
  ['cors: ["*"]\n', /:1: cors\.0: must be an origin/],
  ['cors:\n  - ${ORIGIN}\n', 'sextant.yaml:2: put a value with ${…} in quotes'],
  ['cors: [ { a: ${ORIGIN} } ]\n', /^sextant\.yaml:1: put a value with \$\{…\} in quotes$/],
  ['cors:\n  - "${ORIGIN}"\n', 'sextant.yaml:2: the environment variable ORIGIN is not set'],
  [
    'models:\n  - { id: m, provider: nobody, upstream: u, kind: chat }\n',
    /:2: unknown provider nobody; configured: local$/,
  ],
  [
    'models:\n  - &m { id: m, provider: local, upstream: u, kind: chat }\n  - *m\n',
    /:3: the ID m is already used by sextant\.yaml:2$/,
  ],
])('an error stops the start with file, line and reason: %j', (text, message) => {
  using folder = makeFolder(text)

  expect(() => folder.load({})).toThrow(message)
})

test('the trailing newline of a secret’s file is not part of the key', () => {
  using folder = makeFolder('providers: [{ id: a, kind: openai, baseUrl: "http://a", apiKey: "${KEY}" }]')

  expect(folder.load({ KEY: 'sk-a\r\n' }).providers[0]?.apiKey).toBe('sk-a')
})

test('all errors are reported at once', () => {
  using folder = makeFolder('timers:\n  idle: 5\n  connectMs: -1\ncors: 7\n')

  const lines = folder.failure({}).split('\n')

  expect(lines).toHaveLength(3)
  expect(lines.map(line => Number(line.split(':')[1])).toSorted((a, b) => a - b)).toEqual([2, 3, 4])
})

function priced(price: string): string {
  return `models:\n  - { id: m, provider: local, upstream: u, kind: chat,\n      price: ${price} }\n`
}
