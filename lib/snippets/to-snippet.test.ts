import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { chatContract, chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { missingClient } from './__fixtures__/missing-client.ts'
import { pythonClient } from './__fixtures__/python-client.ts'
import {
  answerBody,
  content,
  requestId,
  startRecordingServer,
  streamText,
  toolArguments,
  type Behaviour,
} from './__fixtures__/recording-server.ts'
import { runProgram } from './__fixtures__/run-program.ts'
import { flavoursOf, toSnippet, type Flavour } from './to-snippet.ts'

// Installing it takes longer than the test timeout.
beforeAll(() => pythonClient('python-openai'), 120_000)

const flavours = await Promise.all(
  flavoursOf('chat').map(async ({ flavour }) => ({ flavour, missing: await missingClient(flavour) })),
)
const runnable = flavours.filter(({ missing }) => missing === null)
const examples = chatContract.examples.flatMap(({ title, input }) =>
  [true, false].map(stream => ({ title, stream, body: { ...input, stream } })),
)

test.for(flavours)('the programs of $flavour run on this machine', ({ missing }, { skip }) => {
  skip(missing !== null, `apt-get install ${missing}`)

  expect(missing).toBeNull()
})

describe.concurrent.each(runnable)('$flavour', ({ flavour }) => {
  test.each(examples)(
    'sends “$title” (stream: $stream) like the console and prints the response',
    async each => {
      const body = JSON.stringify(each.body)

      const { outcome, requests } = await execute(flavour, body)

      expect(outcome).toMatchObject({ code: 0 })
      expect(requests).toHaveLength(1)
      expectSent(flavour, requests[0], body)
      expect(outcome.stdout.trim()).toBe(expectedOutput(flavour, each.stream, each.body.tools !== undefined))
    },
    60_000,
  )

  test('sends values that forms cannot produce: unknown fields, numbers, quotes and control characters', async () => {
    const body = JSON.stringify({
      model: 'm',
      messages: [{ role: 'user', content: nasty }],
      temperature: 0.30000000000000004,
      seed: 9_007_199_254_740_991,
      top_p: null,
      top_k: 40,
      "it's": { $ref: '${HOME}', '#{x}': [1e-7, 1e21, -0.5, []] },
    })

    const { outcome, requests } = await execute(flavour, body)

    expect(outcome).toMatchObject({ code: 0 })
    expectSent(flavour, requests[0], body)
  }, 60_000)

  test('sends every field of the contract', async () => {
    const body = JSON.stringify({ ...sampleOfEach(chatRequestSchema.shape), ...typicalFields })

    const { outcome, requests } = await execute(flavour, body)

    expect(outcome).toMatchObject({ code: 0 })
    expectSent(flavour, requests[0], body)
  }, 60_000)

  test('sends an image above 1 KB from a file next to the program, with unchanged bytes', async () => {
    const url = `data:image/png;base64,${Buffer.alloc(3000, 'image').toString('base64')}`
    const image = { type: 'image_url', image_url: { url, detail: 'auto' } }
    const parts = [{ type: 'text', text: 'What is it?' }, image, image]
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: parts }] })

    const { outcome, requests, snippet } = await execute(flavour, body)

    expect(outcome).toMatchObject({ code: 0 })
    expectSent(flavour, requests[0], body)
    expect(snippet.files.map(file => file.name)).toEqual([flavour === 'curl' ? 'body.json' : 'image-1.png'])
    expect(snippet.code.length).toBeLessThan(2500)
  }, 60_000)

  test.each([true, false])(
    'an error (stream: %s) prints status, code and request id and exits 1',
    async stream => {
      const { outcome } = await execute(
        flavour,
        JSON.stringify({ model: 'm', messages: [], stream }),
        'refuse',
      )

      expect(outcome.code).toBe(1)
      const printed = outcome.stdout + outcome.stderr
      expect(printed).toContain('404')
      expect(printed).toContain('model_not_found')
      expect(printed).toContain(requestId)
      expect(printed).not.toContain(testKey)
    },
    60_000,
  )

  test('an error in the stream keeps the output so far, prints the reason and exits 1', async () => {
    const body = JSON.stringify({ model: 'm', messages: [], stream: true })

    const { outcome } = await execute(flavour, body, 'stream-error')

    expect(outcome.code).toBe(1)
    expect(outcome.stdout).toContain(content.slice(0, 9))
    const printed = outcome.stdout + outcome.stderr
    expect(printed).toContain('upstream_stream_interrupted')
    expect(printed).toContain(requestId)
  }, 60_000)

  test('a stream that ends early is an error', async () => {
    const { outcome } = await execute(
      flavour,
      JSON.stringify({ model: 'm', messages: [], stream: true }),
      'cut',
    )

    expect(outcome.code).toBe(1)
    expect(outcome.stderr).toContain('incomplete')
  }, 60_000)

  test('several streamed answers are printed as events, so that they are not interleaved', async () => {
    const { outcome } = await execute(
      flavour,
      JSON.stringify({ model: 'm', messages: [], stream: true, n: 2 }),
    )

    expect(outcome.code).toBe(0)
    const events = outcome.stdout.split('\n').filter(line => line.includes('chat.completion.chunk'))
    expect(events.length).toBeGreaterThanOrEqual(3)
  }, 60_000)
})

const testKey = 'sxt_key-of-this-test'
const nasty = '\'"\\ $HOME `id` #{x} %d {x} \n\r\t \u2028 \0 😀 </script> \'\'\' """ ${x} !! \u202e'

function sampleOfEach(fields: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  const samples = ['low', 1, true, [], {}]
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      samples.find(sample => field.safeParse(sample).success) ?? null,
    ]),
  )
}

const typicalFields = {
  ...chatContract.examples[0]?.input,
  stream: false,
  stream_options: null,
  temperature: 0.5,
  max_tokens: 5,
  max_completion_tokens: 6,
  top_p: 0.9,
  presence_penalty: -1,
  frequency_penalty: 1.5,
  seed: 7,
  stop: ['\n', 'END'],
  n: 1,
  logprobs: true,
  top_logprobs: 2,
  logit_bias: { 50256: -100 },
  response_format: { type: 'json_object' },
  tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
  tool_choice: { type: 'function', function: { name: 'f' } },
  parallel_tool_calls: false,
  reasoning_effort: 'low',
  user: 'u',
  metadata: { team: 'a' },
  models: ['b'],
}

async function execute(flavour: Flavour, body: string, behaviour: Behaviour = 'answer') {
  await using server = await startRecordingServer(behaviour)
  const request = { contract: 'chat', baseUrl: server.baseUrl, path: chatContract.path, body }
  const snippet = toSnippet(request, { flavour, handlesErrors: true })
  const pythonPath = await pythonClient(flavour)
  return {
    outcome: await runProgram(snippet, { apiKey: testKey, pythonPath }),
    requests: server.requests,
    snippet,
  }
}

type Sent = Awaited<ReturnType<typeof execute>>['requests'][number] | undefined

function expectSent(flavour: Flavour, sent: Sent, body: string): void {
  expect(sent).toMatchObject({ method: 'POST', path: '/v1/chat/completions' })
  expect(sent?.headers).toMatchObject({
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
  })
  // The SDKs serialize the JSON themselves.
  const written = flavour.endsWith('-openai') ? toSorted : (text: string) => text
  expect(written(sent?.body ?? '')).toBe(written(body))
}

function toSorted(text: string): string {
  return JSON.stringify(JSON.parse(text), (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

function expectedOutput(flavour: Flavour, stream: boolean, tools: boolean): string {
  if (flavour === 'curl') return (stream ? streamText('answer', tools) : answerBody(tools)).trim()
  return tools ? `get_weather ${toolArguments}` : content
}
