import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

const own = { baseUrl: null, apiKey: null }

test('without settings, search uses the public servers that need no key', () => {
  using folder = makeFolder()

  expect(folder.load({}).search).toEqual({
    configured: [],
    ordered: false,
    builtIn: [
      { id: 'mediawiki', ...own },
      { id: 'arxiv', ...own },
      { id: 'pubmed', ...own },
    ],
    contact: null,
  })
})

test('variables configure backends; the URL may be copied from a browser', () => {
  using folder = makeFolder()

  const { search } = folder.load({
    BRAVE_API_KEY: ' b ',
    SEARXNG_URL: 'http://searxng:8080/search?q=x',
    PIPED_URL: 'https://piped.example/api/',
    SEARCH_CONTACT: 'ops@example.org',
  })

  expect(search.configured).toEqual([
    { id: 'searxng', baseUrl: 'http://searxng:8080', apiKey: null },
    { id: 'brave', baseUrl: null, apiKey: 'b' },
    { id: 'piped', baseUrl: 'https://piped.example/api', apiKey: null },
  ])
  expect(search).toMatchObject({ ordered: false, contact: 'ops@example.org' })
})

test('the file sets keys and URLs, and a URL for a key of the environment', () => {
  using folder = makeFolder(`
search:
  contact: https://example.org/about
  searxng: { baseUrl: "http://10.0.0.5/searx/" }
  brave: { baseUrl: "http://127.0.0.1:9/" }
  exa: { apiKey: "\${EXA_API_KEY}" }
  mediawiki: { baseUrl: "http://wiki.corp/w" }
  pubmed: { apiKey: n }
`)

  const { search } = folder.load({ BRAVE_API_KEY: 'b', EXA_API_KEY: 'e' })

  expect(search.configured).toEqual([
    { id: 'searxng', baseUrl: 'http://10.0.0.5/searx', apiKey: null },
    { id: 'brave', baseUrl: 'http://127.0.0.1:9', apiKey: 'b' },
    { id: 'exa', baseUrl: null, apiKey: 'e' },
  ])
  expect(search.builtIn).toEqual([
    { id: 'mediawiki', baseUrl: 'http://wiki.corp/w', apiKey: null },
    { id: 'arxiv', ...own },
    { id: 'pubmed', baseUrl: null, apiKey: 'n' },
  ])
  expect(search.contact).toBe('https://example.org/about')
})

test('a list orders the backends and excludes all others', () => {
  using folder = makeFolder('search: { backends: [exa, library, pubmed, brave] }\n')
  using without = makeFolder()
  const keys = { BRAVE_API_KEY: 'b', EXA_API_KEY: 'e', TAVILY_API_KEY: 't' }

  const { search } = folder.load(keys)

  expect(search.configured.map(({ id }) => id)).toEqual(['exa', 'brave'])
  expect(search.builtIn.map(({ id }) => id)).toEqual(['pubmed'])
  expect(search.ordered).toBe(true)
  const listed = without.load({ ...keys, SEARCH_BACKENDS: 'tavily, exa' }).search
  expect(listed.configured.map(({ id }) => id)).toEqual(['tavily', 'exa'])
  expect(listed.builtIn).toEqual([])
})

test('the library alone leaves no backend', () => {
  using folder = makeFolder()

  const { search } = folder.load({ BRAVE_API_KEY: 'b', SEARCH_BACKENDS: 'library' })

  expect(search).toMatchObject({ configured: [], builtIn: [], ordered: true })
})

test.each([
  ['search:\n  backends: [library, bing]\n', {}, /^sextant\.yaml:2: unknown search backend bing; valid: /],
  [
    'search:\n  backends:\n    - searxng\n    - brave\n',
    { SEARXNG_URL: 'http://s' },
    'sextant.yaml:4: brave is not configured; set BRAVE_API_KEY, or add it under search',
  ],
  ['search: { backends: [arxiv, arxiv] }\n', {}, /:1: arxiv is listed twice$/],
  ['search:\n  brave: {}\n', {}, 'sextant.yaml:2: search.brave: missing key; set apiKey or BRAVE_API_KEY'],
  ['search:\n  piped: {}\n', {}, /:2: search\.piped: missing URL; set baseUrl or PIPED_URL$/],
  [
    'search:\n  searxng: { baseUrl: "http://s", apiKey: k }\n',
    {},
    /:2: search\.searxng: does not use a key; remove apiKey$/,
  ],
  ['search:\n  arxiv: { apiKey: k }\n', {}, /:2: search\.arxiv: does not use a key; remove apiKey$/],
  ['search:\n  arxiv: { baseUrl: "ftp://a" }\n', {}, /:2: search\.arxiv\.baseUrl: must be an http or https/],
  ['search:\n  duckduckgo: {}\n', {}, 'sextant.yaml:2: search.duckduckgo: unknown setting'],
  ['search:\n  contact: "a (b)"\n', {}, /:2: search\.contact: must be an email address or/],
  [
    'search:\n  brave: { apiKey: one }\n',
    { BRAVE_API_KEY: 'two' },
    /^BRAVE_API_KEY: the key of brave is already set at sextant\.yaml:2; unset/,
  ],
  [
    'search: { backends: [library] }\n',
    { SEARCH_BACKENDS: 'arxiv' },
    /^SEARCH_BACKENDS: the list is already set at sextant\.yaml:1/,
  ],
  [undefined, { SEARCH_BACKENDS: 'google' }, /^SEARCH_BACKENDS: unknown search backend google/],
  [undefined, { SEARXNG_URL: 'searxng:8080' }, 'SEARXNG_URL: must be an http or https URL'],
  [undefined, { SEARXNG_URL: 'http://u:p@s' }, 'SEARXNG_URL: must not contain a name or password'],
  [undefined, { EXA_API_KEY: 'one\ntwo' }, 'EXA_API_KEY: must be printable ASCII characters without spaces'],
] as const)('an error stops the start with its location and reason: %j %j', (text, environment, message) => {
  using folder = makeFolder(text)

  expect(() => folder.load(environment)).toThrow(message)
})
