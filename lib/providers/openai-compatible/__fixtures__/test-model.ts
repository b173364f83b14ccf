import type { ChatChunk, ChatRequest } from '#lib/contracts/api/chat.ts'
import type { TestUpstream } from '#lib/providers/__fixtures__/test-upstream.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import { createOpenAiCompatible, type OpenAiCompatibleOptions } from '#lib/providers/openai-compatible/chat.ts'
import type { ProviderId } from '#lib/known-providers.ts'
import { providerById } from '#lib/providers/all-providers.ts'

export const testTarget = {
  origin: 'https://llm.example.com',
  basePath: '/v1',
  policy: 'operator',
  headers: { authorization: 'Bearer sk-secret-of-the-operator' },
} as const

export const testAttempt: AttemptOptions = {
  signal: new AbortController().signal,
  timers: { connectMs: 100, firstEventMs: 1000, idleMs: 500, totalMs: 10_000 },
}

export const testRequest: ChatRequest = { model: 'team-chat', messages: [{ role: 'user', content: 'Hello' }] }

export function createTestModel(
  upstream: TestUpstream,
  server: ProviderId = 'openai',
  options: Partial<OpenAiCompatibleOptions> = {},
): LanguageModel {
  return createOpenAiCompatible({
    providerId: 'acme',
    modelId: 'm-1',
    target: testTarget,
    request: upstream.request,
    secrets: ['sk-secret-of-the-operator', 'https://llm.example.com'],
    local: server === 'local',
    inputField: 'messages',
    quirks: providerById(server).quirks,
    ...options,
  })
}

/** Everything a stream yielded, and the error that ended it. */
export async function collect(
  items: AsyncIterable<LanguageStreamItem>,
): Promise<{ items: LanguageStreamItem[]; chunks: ChatChunk[]; error: unknown }> {
  const collected: LanguageStreamItem[] = []
  let error: unknown = null
  try {
    for await (const item of items) collected.push(item)
  } catch (caught) {
    error = caught
  }
  return {
    items: collected,
    chunks: collected.flatMap(item => (item.kind === 'events' ? item.events : [])),
    error,
  }
}

/** The choices as a client assembles them from the chunks, by the rules of real clients. */
export function assemble(chunks: readonly ChatChunk[], index = 0) {
  const calls: { id: string; name: string; arguments: string }[] = []
  const answer = { content: '', reasoning: '', calls, finish: [] as string[] }
  for (const choice of chunks.flatMap(chunk => chunk.choices).filter(each => each.index === index)) {
    answer.content += choice.delta.content ?? ''
    answer.reasoning += choice.delta.reasoning_content ?? ''
    if (choice.finish_reason !== null) answer.finish.push(choice.finish_reason)
    for (const fragment of choice.delta.tool_calls ?? []) {
      const call = calls[fragment.index]
      const text = fragment.function?.arguments ?? ''
      if (call === undefined) {
        if (fragment.index !== calls.length) throw new Error('a tool index was skipped')
        calls.push({ id: fragment.id ?? '', name: fragment.function?.name ?? '', arguments: text })
        continue
      }
      if (fragment.id !== undefined || fragment.function?.name !== undefined) {
        throw new Error('the id or name of an index was repeated')
      }
      call.arguments += text
    }
  }
  return answer
}
