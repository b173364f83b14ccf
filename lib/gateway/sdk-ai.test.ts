import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { embed, embedMany, generateText, isStepCount, streamText, tool } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway()
})
afterAll(() => sextant[Symbol.asyncDispose]())

function model(includeUsage: boolean) {
  const provider = createOpenAICompatible({
    name: 'sextant',
    baseURL: `${sextant.url}/v1`,
    apiKey: sextant.token,
    includeUsage,
  })
  return provider('scripted/echo')
}

describe.each([true, false])('the ai package with includeUsage %s', includeUsage => {
  test('generates text with usage', async () => {
    const { text, usage, finishReason } = await generateText({ model: model(includeUsage), prompt: 'hello' })

    expect([text, finishReason]).toEqual(['You said: hello', 'stop'])
    expect(usage.outputTokens).toBeGreaterThan(0)
  })

  test('streams text', async () => {
    const { textStream, usage } = streamText({ model: model(includeUsage), prompt: 'hello' })
    const pieces: string[] = []
    for await (const piece of textStream) pieces.push(piece)

    expect(pieces.join('')).toBe('You said: hello')
    expect(((await usage).outputTokens ?? 0) > 0).toBe(includeUsage)
  })

  test.each(['generate', 'stream'])('runs a tool loop (%s)', async how => {
    sextant.upstream.next({
      kind: 'answer',
      text: [],
      toolCalls: [{ name: 'weather', arguments: { city: 'Oslo' } }],
    })
    sextant.upstream.next({ kind: 'answer', text: ['It is ', 'cold.'] })
    const settings = {
      model: model(includeUsage),
      prompt: 'How is it in Oslo?',
      stopWhen: isStepCount(3),
      tools: {
        weather: tool({
          inputSchema: z.object({ city: z.string() }),
          execute: ({ city }) => `−4 °C in ${city}`,
        }),
      },
    }
    const text = how === 'generate' ? (await generateText(settings)).text : await streamText(settings).text

    expect(text).toBe('It is cold.')
    const sent = sextant.upstream.requests.at(-1)?.json?.messages
    expect(sent?.at(-1)).toMatchObject({ role: 'tool', content: expect.stringContaining('Oslo') as string })
  })
})

describe('the ai package', () => {
  const vectors = () =>
    createOpenAICompatible({
      name: 'sextant',
      baseURL: `${sextant.url}/v1`,
      apiKey: sextant.token,
    }).embeddingModel('scripted/vectors-8')

  test('embeds one value, and many in their order, with usage', async () => {
    const { embedding } = await embed({ model: vectors(), value: 'a dog' })
    const { embeddings, usage } = await embedMany({ model: vectors(), values: ['a cat', 'a dog', 'a cow'] })

    expect(embedding).toHaveLength(8)
    expect(embeddings).toHaveLength(3)
    expect(embeddings[1]).toEqual(embedding)
    expect(usage.tokens).toBeGreaterThan(0)
  })

  test('splits more inputs than it sends at once, and joins the results in order', async () => {
    const values = Array.from({ length: 2500 }, (_, at) => `text ${at}`)
    const { embeddings } = await embedMany({ model: vectors(), values })
    const { embedding } = await embed({ model: vectors(), value: 'text 2400' })

    expect(embeddings).toHaveLength(2500)
    expect(embeddings[2400]).toEqual(embedding)
  })
})

test('an interrupted stream is an error part, not a complete text', async () => {
  const provider = createOpenAICompatible({
    name: 'sextant',
    baseURL: `${sextant.url}/v1`,
    apiKey: sextant.token,
  })
  const errors: unknown[] = []
  const { fullStream } = streamText({
    model: provider('scripted/cut-3'),
    prompt: 'x',
    maxRetries: 0,
    onError: () => {},
  })
  for await (const part of fullStream) if (part.type === 'error') errors.push(part.error)

  expect(JSON.stringify(errors)).toContain('upstream_stream_interrupted')
})
