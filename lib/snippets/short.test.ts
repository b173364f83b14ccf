import { beforeAll, describe, expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import { links, startRecordingServer, content, type Behaviour } from './__fixtures__/recording-server.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { searchText } from './__fixtures__/search-answers.ts'
import type { Snippet } from './snippet.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

// Installing them takes longer than the test timeout.
beforeAll(async () => {
  await pythonClient('python-openai')
  await pythonClient('python-firecrawl')
}, 240_000)

const apiKey = 'sxt_key-of-this-test'
const contracts = [
  chatContract,
  embeddingsContract,
  rerankContract,
  mapContract,
  scrapeContract,
  searchContract,
]
const all = await Promise.all(
  contracts.flatMap(contract =>
    flavoursOf(contract.id).map(async ({ flavour }) => ({
      id: contract.id,
      contract,
      flavour,
      missing: await missingClient(flavour),
    })),
  ),
)
const runnable = all.filter(({ missing }) => missing === null)

/** Part of what a response prints, whatever the language. */
const printed: Readonly<Record<string, RegExp>> = {
  chat: new RegExp(`${escape(content.slice(0, 9))}|get_weather`),
  embeddings: /6.*0\.5.*-0\.25|"embedding"/s,
  rerank: /0\.\d/,
  map: new RegExp(escape(links[1] ?? '')),
  scrape: /Tides|site\.example/,
  search: new RegExp(escape(searchText.slice(0, 9))),
}

describe.concurrent.each(runnable)('$flavour, $id', ({ contract, flavour, id }) => {
  test.each(requestsOf(contract))(
    'sends the request of the console and prints the response: $title (stream: $stream)',
    async ({ body }) => {
      const { outcome, sent } = await execute(contract, flavour, JSON.stringify(body))

      expect(outcome).toMatchObject({ code: 0 })
      expect(sent.headers['authorization']).toBe(`Bearer ${apiKey}`)
      expect(sent.headers['content-type']).toContain('application/json')
      expectSent({ flavour, id }, sent, body)
      expect(outcome.stdout).toMatch(printed[id] ?? '')
    },
    60_000,
  )

  test('an error never looks like a response, and shows no key', async () => {
    const [example] = requestsOf(contract)

    const { outcome } = await execute(contract, flavour, JSON.stringify(example?.body), 'refuse')

    // A plain curl command prints the error of the API, and succeeds.
    expect(outcome.code).toBe(flavour === 'curl' ? 0 : 1)
    expect(outcome.stdout + outcome.stderr).toMatch(/model_not_found|404|It did not work/)
    expect(outcome.stdout + outcome.stderr).not.toContain(apiKey)
  }, 60_000)
})

const streamed = runnable.filter(
  ({ id, flavour }) => ['chat', 'map', 'search'].includes(id) && flavour !== 'curl' && !isFirecrawl(flavour),
)

test.concurrent.each(streamed)(
  '$flavour, $id: an error in the stream ends the program',
  async each => {
    const body = { ...requestsOf(each.contract)[0]?.body, stream: true }

    const { outcome } = await execute(each.contract, each.flavour, JSON.stringify(body), 'stream-error')

    expect(outcome.code).toBe(1)
  },
  60_000,
)

test.concurrent.each(runnable.filter(({ id }) => id === 'chat'))(
  '$flavour sends values that forms cannot produce: unknown fields, numbers, quotes and control characters',
  async ({ contract, flavour, id }) => {
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: nasty }],
      temperature: 0.30000000000000004,
      top_p: null,
      top_k: 40,
      "it's": { $ref: '${HOME}', '#{x}': [1e-7, 1e21, -0.5, []] },
    }

    const { outcome, sent } = await execute(contract, flavour, JSON.stringify(body))

    expect(outcome).toMatchObject({ code: 0 })
    expectSent({ flavour, id }, sent, body)
  },
  60_000,
)

test.concurrent.each(runnable.filter(({ id }) => id === 'chat'))(
  '$flavour sends an image above 1 KB from a file',
  async ({ contract, flavour, id }) => {
    const url = `data:image/png;base64,${Buffer.alloc(3000, 'image').toString('base64')}`
    const body = {
      model: 'm',
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    }

    const { outcome, sent, snippet } = await execute(contract, flavour, JSON.stringify(body))

    expect(outcome).toMatchObject({ code: 0 })
    expectSent({ flavour, id }, sent, body)
    expect(snippet.files).toHaveLength(1)
    expect(snippet.code.length).toBeLessThan(1500)
  },
  60_000,
)

test.each(
  all.flatMap(each =>
    (each.contract.event === undefined ? [false] : [true, false]).map(stream => ({ ...each, stream })),
  ),
)(
  '$flavour, $id (stream: $stream) has at most 12 lines besides the body, and curl at most 5',
  ({ contract, flavour, id, stream }) => {
    const body = { ...smallBodies[id], ...(stream && { stream }) }
    const { code } = write(contract, flavour, JSON.stringify(body), 'http://127.0.0.1:3000')

    const lines = code.split('\n').filter(line => line.trim() !== '')
    // An SDK takes each field on a line of its own, and the others the whole body on one.
    const ofBody = flavour === 'curl' ? 0 : /requests|fetch/.test(flavour) ? 1 : Object.keys(body).length
    expect(lines.length - ofBody).toBeLessThanOrEqual(flavour === 'curl' ? 5 : 12)
  },
)

test('the language is chosen first, then the library, with an SDK before plain HTTP', () => {
  const names = flavoursOf('chat').map(({ language, library }) => [language, library])

  expect(names).toEqual([
    ['curl', null],
    ['Python', 'OpenAI SDK'],
    ['Python', 'requests'],
    ['TypeScript', 'OpenAI SDK'],
    ['TypeScript', 'fetch'],
  ])
})

const nasty = '\'"\\ $HOME `id` #{x} %d {x} \n\r\t \u2028 \0 😀 </script> \'\'\' """ ${x} !! \u202e'

const smallBodies: Readonly<Record<string, object>> = {
  chat: { model: 'm', messages: [], tools: [{}] },
  embeddings: { model: 'm', input: 'a', encoding_format: 'base64' },
  rerank: { model: 'm', query: 'q', documents: ['a'] },
  map: { url: 'https://a.example' },
  scrape: { model: 'scrape', params: { url: 'https://a.example' } },
  search: { model: 'sextant-ai-search', params: { query: 'q' } },
}

function requestsOf({ id, examples }: (typeof contracts)[number]) {
  const streams = ['chat', 'map', 'search'].includes(id) ? [true, false] : [undefined]
  return examples.flatMap(({ title, input }) =>
    streams.map(stream => ({ title, stream, body: { ...input, ...(stream !== undefined && { stream }) } })),
  )
}

function write(
  { id, path }: { id: string; path: string },
  flavour: Flavour,
  body: string,
  baseUrl: string,
): Snippet {
  return toSnippet({ contract: id, baseUrl, path, body }, { flavour })
}

async function execute(
  contract: { id: string; path: string },
  flavour: Flavour,
  body: string,
  behaviour: Behaviour = 'answer',
) {
  await using server = await startRecordingServer(behaviour)
  const snippet = write(contract, flavour, body, server.baseUrl)
  const outcome = await runProgram(snippet, { apiKey, pythonPath: await pythonClient(flavour) })
  const [sent] = server.requests
  if (sent === undefined) throw new Error(`Nothing was sent: ${outcome.stderr}`)
  return { outcome, sent, snippet }
}

type Sent = Awaited<ReturnType<typeof execute>>['sent']

function expectSent({ flavour, id }: { flavour: Flavour; id: string }, sent: Sent, body: object): void {
  const isSame = flavour === 'curl' || flavour === 'typescript-fetch'
  const byOpenai = id === 'embeddings' && flavour.endsWith('-openai')
  // The openai SDKs request base64 by default.
  const asked = byOpenai ? { encoding_format: 'base64', ...body } : body

  // Firecrawl's SDKs send their own format, whose fields are tested with error handling.
  if (isFirecrawl(flavour)) return
  expect(isSame ? sent.body : JSON.parse(sent.body)).toEqual(isSame ? JSON.stringify(body) : asked)
}

function isFirecrawl(flavour: Flavour): boolean {
  return flavour.endsWith('-firecrawl')
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
