import { describe, expect, test } from 'vitest'
import { chatChunkSchema } from '#lib/contracts/api/chat.ts'
import type { ProviderId } from '#lib/known-providers.ts'
import { createTestUpstream, eventStream, readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { assemble, collect, createTestModel, testAttempt, testRequest } from './test-model.ts'

interface Expected {
  readonly content?: string
  readonly reasoning?: string
  readonly calls?: readonly (readonly [name: string, args: string])[]
  readonly finish: string
  readonly tokens: readonly [prompt: number, completion: number] | null
}

/**
 * Tests that a recorded stream, `__fixtures__/chat-<name>.sse.txt` of a provider's folder, becomes this
 * response.
 */
export function testChatStream(server: ProviderId, name: string, expected: Expected): void {
  const folder = server.replace('.', '-')
describe(`the stream ${folder}-${name}`, () => {
  const text = readFixture(folder, `chat-${name}.sse.txt`)

  test.each([
    ['in one read', [text]],
    ['byte by byte', [...Buffer.from(text)].map(byte => Buffer.from([byte]))],
  ])('is a normalized response, %s', async (_, parts) => {
    const upstream = createTestUpstream({ headers: eventStream, parts })

    const { chunks, error } = await collect(
      createTestModel(upstream, server).stream(testRequest, testAttempt),
    )

    expect(error).toBeNull()
    for (const chunk of chunks) expect(chatChunkSchema.safeParse(chunk).error).toBeUndefined()
    const answer = assemble(chunks)
    expect(answer.content).toBe(expected.content ?? '')
    expect(answer.reasoning).toBe(expected.reasoning ?? '')
    expect(answer.calls.map(call => [call.name, call.arguments])).toEqual(expected.calls ?? [])
    for (const call of answer.calls) expect(call.id).toMatch(/^[\w-]{9,}$/)
    expect(answer.finish).toEqual([expected.finish])
    const usage = chunks.findLast(chunk => chunk.usage)?.usage
    expect(usage ? [usage.prompt_tokens, usage.completion_tokens] : null).toEqual(expected.tokens)
    expect(upstream.left).toEqual(['finish'])
  })
})
}
