import { describe, expect, test } from 'vitest'
import { searchContract } from '#lib/contracts/api/search/search.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import { requestId, startRecordingServer, type Behaviour } from './__fixtures__/recording-server.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { searchBody, searchEvents, searchSources, searchText } from './__fixtures__/search-answers.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

const apiKey = 'sxt_key-of-this-test'
const all = await Promise.all(
  flavoursOf('search').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = all.filter(({ missing }) => missing === null)
const list = searchSources.map(({ metadata }, index) => `[${index + 1}] ${metadata.title} ${metadata.url}`)

test('no SDK supports AI search: there are three flavors without one', () => {
  expect(flavoursOf('search').map(({ flavour }) => flavour)).toEqual([
    'curl',
    'python-requests',
    'typescript-fetch',
  ])
})

describe.concurrent.each(runnable)('$flavour', ({ flavour }) => {
  test.each(
    searchContract.examples.flatMap(({ title, input }) =>
      [true, false].map(stream => ({ title, stream, input })),
    ),
  )(
    'sends “$title” (stream: $stream), and prints the answer with its sources',
    async ({ input, stream }) => {
      const body = { ...input, stream }

      const { outcome, request } = await execute(flavour, body)

      expect(outcome).toMatchObject({ code: 0 })
      const raw = stream ? searchEvents('answer') : searchBody()
      expect(outcome.stdout.trim()).toBe(flavour === 'curl' ? raw.trim() : [searchText, ...list].join('\n'))
      expect(request).toMatchObject({ method: 'POST', path: '/v1/web', body: JSON.stringify(body) })
      expect(request.headers['authorization']).toBe(`Bearer ${apiKey}`)
    },
    60_000,
  )

  test.each([
    ['refuse', /\b404\b/],
    ['stream-error', /upstream_stream_interrupted/],
    ['cut', /incomplete/],
  ] as const)(
    'a failed search (%s) prints the error and exits 1',
    async (behaviour, words) => {
      const [example] = searchContract.examples

      const { outcome } = await execute(flavour, { ...example?.input, stream: true }, behaviour)

      expect(outcome.code).toBe(1)
      expect(outcome.stdout + outcome.stderr).toMatch(words)
      expect(outcome.stdout + outcome.stderr).toContain(requestId)
      expect(outcome.stdout + outcome.stderr).not.toContain(apiKey)
    },
    60_000,
  )
})

async function execute(flavour: Flavour, body: object, behaviour: Behaviour = 'answer') {
  await using server = await startRecordingServer(behaviour)
  const { id, path } = searchContract
  const snippet = toSnippet(
    { contract: id, baseUrl: server.baseUrl, path, body: JSON.stringify(body) },
    { flavour, handlesErrors: true },
  )
  const outcome = await runProgram(snippet, { apiKey, pythonPath: await pythonClient(flavour) })
  const [request] = server.requests
  if (request === undefined) throw new Error(`Nothing was sent: ${outcome.stderr}`)
  return { outcome, request }
}
