import type { ChatCompletion, ChatRequest } from '#lib/contracts/chat.ts'
import { isRecord, readString } from '#lib/engines/json.ts'
import { AnthropicDecoder } from './anthropic-decoder.ts'
import { toAnthropicUsage } from './anthropic-usage.ts'
import { errorStatus } from '#lib/engines/error-status.ts'
import { toFinishReason } from './finish-reason.ts'
import type { AttemptOptions } from '#lib/engines/attempt-options.ts'
import type { LanguageModel, LanguageStreamItem } from './language-model.ts'
import { openAnswer, parseAnswer, readAnswer, toRefusal, unreadable } from '#lib/engines/open-answer.ts'
import type { ModelUpstream } from '#lib/engines/model-upstream.ts'
import { readStream } from './read-stream.ts'
import { toAnthropicBody } from './to-anthropic-body.ts'

const path = '/messages'

/** A chat model behind Anthropic's own Messages API: its compatibility layer ignores much of what a request may say. */
export function createAnthropic(upstream: ModelUpstream): LanguageModel {
  return {
    providerId: upstream.providerId,
    modelId: upstream.modelId,
    generate: (request, attempt) => generate(upstream, request, attempt),
    stream: (request, attempt) => stream(upstream, request, attempt),
  }
}

async function generate(
  upstream: ModelUpstream,
  request: ChatRequest,
  attempt: AttemptOptions,
): Promise<ChatCompletion> {
  const body = toAnthropicBody(request, upstream.modelId, false)
  const response = await openAnswer(upstream, path, body, attempt, 'whole')
  const text = await readAnswer(upstream, response, attempt)
  const answer = parseAnswer(upstream, text)
  if (answer['type'] === 'error')
    throw toRefusal(upstream, { headers: response.headers, status: errorStatus(text) }, text)
  return toCompletion(upstream, answer)
}

async function* stream(
  upstream: ModelUpstream,
  request: ChatRequest,
  attempt: AttemptOptions,
): AsyncGenerator<LanguageStreamItem> {
  const body = toAnthropicBody(request, upstream.modelId, true)
  const response = await openAnswer(upstream, path, body, attempt, 'first-event')
  const { headers } = response
  const decoder = new AnthropicDecoder(data =>
    toRefusal(upstream, { headers, status: errorStatus(data) }, data),
  )
  yield* readStream(upstream, response, decoder, attempt)
}

function toCompletion(upstream: ModelUpstream, answer: Record<string, unknown>): ChatCompletion {
  if (!Array.isArray(answer['content'])) throw unreadable(upstream, JSON.stringify(answer))
  const blocks = answer['content'].filter(isRecord)
  const joined = (type: string, field: string) =>
    blocks.flatMap(block => (block['type'] === type ? [readString(block[field]) ?? ''] : [])).join('')
  const calls = blocks.flatMap(block =>
    block['type'] === 'tool_use'
      ? [
          {
            id: readString(block['id']) ?? '',
            type: 'function' as const,
            function: {
              name: readString(block['name']) ?? '',
              arguments: JSON.stringify(block['input'] ?? {}),
            },
          },
        ]
      : [],
  )
  const text = joined('text', 'text')
  const thinking = joined('thinking', 'thinking')
  return {
    id: readString(answer['id']) ?? '',
    object: 'chat.completion',
    created: 0,
    model: readString(answer['model']) ?? '',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: text === '' && calls.length > 0 ? null : text,
          refusal: null,
          ...(thinking !== '' && { reasoning_content: thinking }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        logprobs: null,
        finish_reason: toFinishReason(readString(answer['stop_reason']) ?? 'end_turn'),
      },
    ],
    usage: toAnthropicUsage(answer['usage']),
    system_fingerprint: '',
  }
}
