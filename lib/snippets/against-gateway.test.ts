import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import { runLines } from './__fixtures__/run-lines.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { startGatewayProcess, type RunningGateway } from './__fixtures__/running-gateway.ts'
import { connectClients } from './connect/all-clients.ts'
import type { ConnectWay } from './connect/connect-client.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

const running: { gateway?: RunningGateway } = {}

beforeAll(async () => {
  const clients = (['python-openai', 'python-firecrawl'] as const).map(pythonClient)
  const [gateway] = await Promise.all([startGatewayProcess(), ...clients])
  running.gateway = gateway
}, 120_000)

afterAll(() => running.gateway?.[Symbol.asyncDispose]())

const flavours = await Promise.all(
  flavoursOf('chat').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = flavours.filter(({ missing }) => missing === null)
const cases = runnable.flatMap(({ flavour }) => [true, false].map(stream => ({ flavour, stream })))

test.each(cases)(
  '$flavour (stream: $stream) gets a response from the running gateway',
  async ({ flavour, stream }) => {
    const { code, stdout } = await ask(flavour, { model: 'scripted/chunks-5', stream })

    expect(code).toBe(0)
    const said = flavour === 'curl' && stream ? contentOf(stdout) : stdout
    expect(said).toContain('word0 word1 word2 word3 word4')
  },
  60_000,
)

test.each(cases)(
  '$flavour (stream: $stream) prints the error of the gateway',
  async ({ flavour, stream }) => {
    const { code, stdout, stderr } = await ask(flavour, {
      model: 'scripted/chunks-5',
      temperature: 9,
      stream,
    })

    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/400/)
    expect(stdout + stderr).toContain('decimal_above_max_value')
    expect(stdout + stderr).toMatch(/req_[0-9A-Za-z]{24}/)
  },
  60_000,
)

test.each(runnable)(
  '$flavour distinguishes a truncated response from a complete one',
  async ({ flavour }) => {
    const { code, stdout, stderr } = await ask(flavour, { model: 'scripted/cut-3', stream: true })

    expect(code).toBe(1)
    expect(stdout).toContain('word0')
    expect(stdout + stderr).toContain('upstream_stream_interrupted')
  },
  60_000,
)

const others = await Promise.all(
  [embeddingsContract, rerankContract].flatMap(contract =>
    flavoursOf(contract.id).map(async ({ flavour }) => ({
      contract,
      id: contract.id,
      flavour,
      missing: await missingClient(flavour),
    })),
  ),
)
const printed: Readonly<Record<string, RegExp>> = {
  embeddings: /^0: 8 dimensions \[.+\]\n1: 8 dimensions \[.+\]\n$/,
  rerank: /^1\. 1\.0000 #1 The moon moves the tides\.\n2\. 0\.0000 #0 Bread needs salt\.\n$/,
}
const runnableOthers = others.filter(({ missing }) => missing === null)

test.each(runnableOthers)(
  '$flavour gets its $id response from the running gateway',
  async ({ contract, flavour, id }) => {
    const texts = ['The moon moves the tides.', 'Bread needs salt.']
    const body =
      id === 'embeddings' ? { input: texts } : { query: 'moon tides', documents: texts.toReversed() }

    const { code, stdout } = await runAt(contract, flavour, { model: 'scripted/any', ...body })

    expect(code).toBe(0)
    expect(stdout).toMatch(flavour === 'curl' ? /^\{"id":"rerank-|^\{"object":"list"/ : (printed[id] ?? ''))
  },
  60_000,
)

test.each(runnableOthers)(
  '$flavour prints the error of the gateway for $id',
  async ({ contract, flavour, id }) => {
    const body = id === 'embeddings' ? { input: ['a', ''] } : { query: 'q', documents: ['a'], top_n: 0 }

    const { code, stdout, stderr } = await runAt(contract, flavour, { model: 'scripted/any', ...body })

    expect(code).toBe(1)
    expect(stdout + stderr).toMatch(/400/)
    expect(stdout + stderr).toContain(id === 'embeddings' ? 'invalid_value' : 'integer_below_min_value')
    expect(stdout + stderr).toMatch(/req_[0-9A-Za-z]{24}/)
  },
  60_000,
)

const webFlavours = await Promise.all(
  flavoursOf('map').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnableWeb = webFlavours.filter(({ missing }) => missing === null)

test.each(runnableWeb.flatMap(({ flavour }) => [true, false].map(stream => ({ flavour, stream }))))(
  '$flavour (stream: $stream) maps a real site',
  async ({ flavour, stream }) => {
    const origin = running.gateway?.site.origin ?? ''

    const { code, stdout } = await runAt(mapContract, flavour, { url: origin, limit: 30, stream })

    expect(code).toBe(0)
    expect(stdout).toContain(`${origin}/docs/tides/spring`)
  },
  60_000,
)

test.each(runnableWeb)(
  '$flavour reads a real page, and prints the error of a rejected one',
  async ({ flavour }) => {
    const read = (url: string) => runAt(scrapeContract, flavour, { model: 'scrape', params: { url } })

    const page = await read(`${running.gateway?.site.origin}/docs/tides`)
    const refused = await read('http://10.0.0.1/')

    expect(page.code).toBe(0)
    expect(page.stdout).toContain('The moon moves the tides.')
    expect(refused.code).toBe(1)
    expect(refused.stdout + refused.stderr).toContain('url_not_allowed')
  },
  60_000,
)

const answers = {
  chat: /word0 word1/,
  embeddings: /"embedding"/,
  rerank: /relevance_?score/i,
  web: /The moon moves the tides/,
}
const testedWays = connectClients
  .flatMap(client => client.ways.map(way => ({ name: `${client.name}, ${way.label}`, way })))
  .filter(({ way }) => way.proof.kind === 'tested')
  .filter(({ way }) => runnable.some(({ flavour }) => flavour === programOf(way)))

function programOf({ id, label }: ConnectWay): Flavour {
  if (id.startsWith('curl')) return 'curl'
  return label === 'Python' ? 'python-openai' : 'typescript-openai'
}

test.concurrent.each(testedWays)(
  'the lines of the page Connect for $name get a response from the running gateway',
  async ({ way }) => {
    const { baseUrl: address = '', apiKey = '', site } = running.gateway ?? {}
    const model = way.modelKind === 'chat' ? 'scripted/chunks-5' : 'scripted/any'
    const lines = way.lines({ address, model, contextWindow: null, readsImages: false, apiKey })
    const pythonPath = await pythonClient(way.modelKind === null ? 'python-firecrawl' : 'python-openai')
    const page = `${site?.origin}/docs/tides`

    const { code, stdout } = await runLines(lines, { apiKey, pythonPath, page })

    expect(stdout).toMatch(answers[way.modelKind ?? 'web'])
    expect(code).toBe(0)
  },
  60_000,
)

test('an invalid key is a 401 that does not echo it', async () => {
  const { code, stdout, stderr } = await ask('curl', { model: 'scripted/echo' }, 'sxt_wrong-key-of-this-test')

  expect(code).toBe(1)
  expect(stdout).toContain('invalid_api_key')
  expect(stdout + stderr).not.toContain('wrong-key')
})

function ask(flavour: Flavour, body: object, apiKey?: string) {
  return runAt(chatContract, flavour, { messages: [{ role: 'user', content: 'Hello' }], ...body }, apiKey)
}

async function runAt(
  { id, path }: { id: string; path: string },
  flavour: Flavour,
  body: object,
  apiKey = running.gateway?.apiKey ?? '',
) {
  const request = {
    contract: id,
    baseUrl: running.gateway?.baseUrl ?? '',
    path,
    body: JSON.stringify(body),
  }
  const pythonPath = await pythonClient(flavour)
  return runProgram(toSnippet(request, { flavour, handlesErrors: true }), { apiKey, pythonPath })
}

function contentOf(events: string): string {
  return Array.from(events.matchAll(/"content":"([^"]*)"/g), found => found[1]).join('')
}
