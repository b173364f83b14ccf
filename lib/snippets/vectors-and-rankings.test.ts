import { beforeAll, describe, expect, test } from 'vitest'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import {
  embeddingsBody,
  rankingBody,
  requestId,
  startRecordingServer,
  type Behaviour,
} from './__fixtures__/recording-server.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

// Installing it takes longer than the test timeout.
beforeAll(() => pythonClient('python-openai'), 120_000)

const contracts = [embeddingsContract, rerankContract]
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
const embedding = runnable.filter(({ id }) => id === 'embeddings')
const long = Array.from(
  { length: 600 },
  (_, index) => `${index}: “quoted” \\ \u2028 😀 ${'word '.repeat(20)}`,
)

test('the openai SDKs support embeddings but not ranking; cohere’s supports ranking', () => {
  expect(flavoursOf('embeddings')).toHaveLength(5)
  expect(flavoursOf('rerank').map(({ flavour }) => flavour)).toEqual([
    'curl',
    'python-requests',
    'typescript-cohere',
    'typescript-fetch',
  ])
})

describe.concurrent.each(runnable)('$flavour, $id', ({ contract, flavour }) => {
  test.each<{ title: string; input: object }>([...contract.examples])(
    'sends “$title” like the console and prints the response',
    async ({ input }) => {
      const body = JSON.stringify(input)

      const { outcome, sent } = await execute(contract, flavour, body)

      expect(outcome).toMatchObject({ code: 0 })
      expectSent(flavour, sent, body)
      expectPrinted(flavour, contract.id, outcome.stdout, body)
    },
    60_000,
  )

  test('reads values that are too long for a program from a file next to it', async () => {
    const texts = contract.id === 'embeddings' ? { input: long } : { query: 'q', documents: long }
    const body = JSON.stringify({ model: 'm', ...texts })

    const { outcome, sent, snippet } = await execute(contract, flavour, body)

    expect(outcome).toMatchObject({ code: 0 })
    expectSent(flavour, sent, body)
    expect(snippet.code.length).toBeLessThan(2500)
    expect(snippet.files).toHaveLength(1)
  }, 60_000)

  test('an error prints status, code and request id and exits 1', async () => {
    const { outcome } = await execute(
      contract,
      flavour,
      JSON.stringify(contract.examples[0]?.input),
      'refuse',
    )

    expect(outcome.code).toBe(1)
    const printed = outcome.stdout + outcome.stderr
    expect(printed).toContain('404')
    expect(printed).toContain('model_not_found')
    expect(printed).toContain(requestId)
    expect(printed).not.toContain(testKey)
  }, 60_000)
})

test('cohere’s SDK sends unknown fields, and null, unchanged', async () => {
  const body = JSON.stringify({
    model: 'm',
    query: 'q "quoted"',
    documents: [{ title: 'a', text: 'b' }, 'c'],
    rank_fields: ['title'],
    top_k: 2,
    top_n: null,
    max_tokens_per_doc: 100,
    return_documents: true,
  })

  const { outcome, sent } = await execute(rerankContract, 'typescript-cohere', body)

  expect(outcome).toMatchObject({ code: 0 })
  expectSent('typescript-cohere', sent, body)
}, 60_000)

test.each(
  embedding.flatMap(({ flavour }) =>
    ['float', 'base64', null].map(encoding_format => ({ flavour, encoding_format })),
  ),
)(
  '$flavour prints numbers whatever the encoding ($encoding_format)',
  async ({ flavour, encoding_format }) => {
    const body = JSON.stringify({
      model: 'm',
      input: 'a',
      encoding_format,
      task: 'separation',
      dimensions: null,
    })

    const { outcome, sent } = await execute(embeddingsContract, flavour, body)

    expect(outcome).toMatchObject({ code: 0 })
    expectSent(flavour, sent, body)
    expectPrinted(flavour, 'embeddings', outcome.stdout, body)
  },
  60_000,
)

const testKey = 'sxt_key-of-this-test'

async function execute(
  { id, path }: (typeof contracts)[number],
  flavour: Flavour,
  body: string,
  behaviour: Behaviour = 'answer',
) {
  await using server = await startRecordingServer(behaviour)
  const snippet = toSnippet(
    { contract: id, baseUrl: server.baseUrl, path, body },
    { flavour, handlesErrors: true },
  )
  const pythonPath = await pythonClient(flavour)
  const outcome = await runProgram(snippet, { apiKey: testKey, pythonPath })
  expect(server.requests[0]).toMatchObject({ method: 'POST', path })
  return { outcome, sent: server.requests[0]?.body ?? '', snippet }
}

function expectSent(flavour: Flavour, sent: string, body: string): void {
  const asked = JSON.parse(body) as { encoding_format?: string | null }
  const byOpenai = flavour.endsWith('-openai')
  // The SDKs serialize the JSON themselves, and openai’s request base64 by default.
  const written = byOpenai ? { ...asked, encoding_format: asked.encoding_format ?? 'base64' } : asked
  const bySdk = byOpenai || flavour === 'typescript-cohere'
  expect(bySdk ? JSON.parse(sent) : sent).toEqual(bySdk ? written : body)
}

function expectPrinted(flavour: Flavour, id: string, printed: string, body: string): void {
  const asked = JSON.parse(body) as { input?: string | string[]; documents?: string[] }
  const lines =
    id === 'embeddings' ? vectorLines([asked.input ?? []].flat()) : rankLines(asked.documents ?? [])
  const raw = id === 'embeddings' ? embeddingsBody(asked) : rankingBody(asked)
  expect(printed.trim()).toBe(flavour === 'curl' ? raw : lines.join('\n').trim())
}

function vectorLines(inputs: readonly string[]): string[] {
  return inputs.map((_, index) => `${index}: 6 dimensions [0.5000, -0.2500, ${index.toFixed(4)}, 0.1250, …]`)
}

function rankLines(documents: readonly string[]): string[] {
  const score = (index: number) => ((index + 1) / (documents.length + 1)).toFixed(4)
  return documents
    .map((text, index) => ({ text, index }))
    .toReversed()
    .map(({ text, index }, position) => `${position + 1}. ${score(index)} #${index} ${text}`)
}
