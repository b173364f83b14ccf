import { beforeAll, describe, expect, test } from 'vitest'
import { mapContract } from '#lib/contracts/api/map.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import {
  links,
  mapEvents,
  pageData,
  requestId,
  startRecordingServer,
  type Behaviour,
} from './__fixtures__/recording-server.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

// Installing it takes longer than the test timeout.
beforeAll(() => pythonClient('python-firecrawl'), 120_000)

const apiKey = 'sxt_key-of-this-test'
const all = await Promise.all(
  flavoursOf('map').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = all.filter(({ missing }) => missing === null)
const knowingText = runnable.filter(({ flavour }) => flavour !== 'python-firecrawl')
const streaming = runnable.filter(({ flavour }) => !flavour.endsWith('-firecrawl'))

test('Firecrawl’s SDKs support maps and scrapes; the openai SDKs support neither', () => {
  const flavours = ['curl', 'python-firecrawl', 'python-requests', 'typescript-firecrawl', 'typescript-fetch']

  expect(flavoursOf('map').map(({ flavour }) => flavour)).toEqual(flavours)
  expect(flavoursOf('scrape').map(({ flavour }) => flavour)).toEqual(flavours)
})

describe.concurrent.each(runnable)('$flavour', ({ flavour }) => {
  const bySdk = flavour.endsWith('-firecrawl')

  test.each([...mapContract.examples])(
    'maps as “$title” and prints the links',
    async ({ input }) => {
      const { sitemapOnly, ...asked } = input as { sitemapOnly?: boolean }
      const inSdk = { ...asked, ...(sitemapOnly && { sitemap: 'only' }) }

      const { outcome, request } = await execute(mapContract, flavour, { ...input, details: true })

      expect(outcome).toMatchObject({ code: 0 })
      expect(outcome.stdout.trim()).toBe(
        flavour === 'curl' ? JSON.stringify({ success: true, links }) : links.join('\n'),
      )
      expect(request.path).toBe(bySdk ? '/v2/map' : '/v1/map')
      expect(JSON.parse(request.body)).toMatchObject(bySdk ? inSdk : { ...input, details: true })
    },
    60_000,
  )

  test.each([...scrapeContract.examples])(
    'scrapes as “$title” and prints the requested format',
    async ({ input }) => {
      const formats = input.params.formats ?? ['markdown']

      const { outcome, request } = await execute(scrapeContract, flavour, input)

      expect(outcome).toMatchObject({ code: 0 })
      expect(readPrinted(flavour, outcome.stdout, formats)).toEqual(pageData({ formats })[formats[0] ?? ''])
      expect(request.path).toBe(bySdk ? '/v2/scrape' : '/v1/web')
      expect(JSON.parse(request.body)).toMatchObject(bySdk ? input.params : input)
    },
    60_000,
  )

  test.each([
    ['a map', mapContract, { url: 'https://a.example' }],
    ['a page', scrapeContract, { model: 'scrape', params: { url: 'https://a.example' } }],
  ])(
    'an error of %s prints status and code and exits 1',
    async (_, contract, body) => {
      const { outcome } = await execute(contract, flavour, body, 'refuse')

      const printed = outcome.stdout + outcome.stderr
      expect(outcome.code).toBe(1)
      expect(printed).toContain('404')
      expect(printed).toContain('model_not_found')
      expect(printed).not.toContain(apiKey)
    },
    60_000,
  )
})

test.concurrent.each(knowingText)(
  '$flavour prints text, and sends fields that the SDK does not know',
  async ({ flavour }) => {
    const params = { url: 'https://a.example', formats: ['text'], parsePDF: false, waitFor: null }

    const { outcome, request } = await execute(scrapeContract, flavour, { model: 'scrape', params })

    expect(outcome.stdout).toContain('Tides')
    expect(outcome.stdout + outcome.stderr).toContain('It answered 404.')
    const sent = JSON.parse(request.body) as { params?: object }
    expect(sent.params ?? sent).toMatchObject(params)
  },
  60_000,
)

test('firecrawl-py lists unsupported fields, and does not use cached copies by default', async () => {
  const params = { url: 'https://a.example', formats: ['text', 'links'], parsePDF: false, 'x\nimport os': 1 }

  const { outcome, request, code } = await execute(scrapeContract, 'python-firecrawl', {
    model: 'scrape',
    params,
  })

  expect(outcome).toMatchObject({ code: 0 })
  expect(code).toContain('# This SDK does not support: parsePDF, x?import os, the format text\n')
  expect(JSON.parse(request.body)).toMatchObject({
    formats: ['links'],
    maxAge: 0,
    skipTlsVerification: false,
  })
  expect(outcome.stderr).toContain('It answered 404.')
}, 60_000)

describe.concurrent.each(streaming)('$flavour, streamed', ({ flavour }) => {
  test.each([
    ['every link once, as it comes', {}],
    ['what a search keeps, at the end', { search: 'tides' }],
  ])(
    'prints %s',
    async (_, options) => {
      const { outcome } = await execute(mapContract, flavour, { ...streamed, ...options })

      expect(outcome).toMatchObject({ code: 0 })
      const events = mapEvents('answer').trim()
      expect(outcome.stdout.trim()).toBe(flavour === 'curl' ? events : links.join('\n'))
    },
    60_000,
  )

  test.each([
    ['stream-error', /upstream_stream_interrupted/],
    ['cut', /incomplete/],
  ] as const)(
    'a truncated map (%s) keeps its links and exits 1',
    async (behaviour, words) => {
      const { outcome } = await execute(mapContract, flavour, streamed, behaviour)

      expect(outcome.code).toBe(1)
      expect(outcome.stdout).toContain('https://site.example/tides')
      expect(outcome.stdout + outcome.stderr).toMatch(words)
      expect(outcome.stderr).toContain(requestId)
    },
    60_000,
  )
})

const streamed = { url: 'https://site.example', stream: true, details: true }

async function execute(
  { id, path }: { id: string; path: string },
  flavour: Flavour,
  body: object,
  behaviour: Behaviour = 'answer',
) {
  await using server = await startRecordingServer(behaviour)
  const request = { contract: id, baseUrl: server.baseUrl, path, body: JSON.stringify(body) }
  const snippet = toSnippet(request, { flavour, handlesErrors: true })
  const outcome = await runProgram(snippet, {
    apiKey,
    pythonPath: await pythonClient(flavour),
  })
  const [sent] = server.requests
  if (sent === undefined) throw new Error(`Nothing was sent: ${outcome.stderr}`)
  return { outcome, request: sent, code: snippet.code }
}

/** The first format in the output: several are printed as the JSON response, as curl prints it. */
function readPrinted(flavour: Flavour, printed: string, formats: readonly string[]): unknown {
  const [format = ''] = formats
  if (flavour !== 'curl' && formats.length === 1) {
    return format === 'links' ? printed.trim().split('\n') : printed.trim()
  }
  const answer = JSON.parse(printed) as Record<string, unknown> & { data?: Record<string, unknown> }
  return (answer.data ?? answer)[format]
}
