import { randomUUID } from 'node:crypto'
import type { ChatChunk, ChatCompletion, FinishReason } from '#lib/contracts/api/chat.ts'
import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { AnswerEvent, AnswerUsage, TokenLogprob } from '#lib/models/answer/answer-event.ts'
import type { ChatEntry } from '#lib/models/catalog-entry.ts'

/** Common fields of all chunks. */
export interface AnswerHead {
  readonly id: string
  readonly created: number
  readonly model: string
  readonly system_fingerprint: string
}

export function createHead(entry: ChatEntry): AnswerHead {
  return {
    id: `chatcmpl-${randomUUID().replaceAll('-', '').slice(0, 29)}`,
    created: Math.floor(Date.now() / 1000),
    model: entry.id,
    // The weights determine the answer: their hash is the fingerprint.
    system_fingerprint: `fp_${entry.files[0]?.sha256.slice(0, 10) ?? ''}`,
  }
}

type Delta = ChatChunk['choices'][number]['delta']

export function toChunk(
  head: AnswerHead,
  index: number,
  delta: Delta,
  options: {
    readonly finish?: FinishReason
    readonly logprobs?: readonly TokenLogprob[]
    readonly includeUsage: boolean
  },
): ChatChunk {
  return {
    ...head,
    object: 'chat.completion.chunk',
    choices: [
      { index, delta, logprobs: toLogprobs(options.logprobs), finish_reason: options.finish ?? null },
    ],
    ...(options.includeUsage && { usage: null }),
  }
}

export function toUsageChunk(head: AnswerHead, usage: Usage): ChatChunk {
  return { ...head, object: 'chat.completion.chunk', choices: [], usage }
}

/** One finished answer as a choice. */
export function toChoice(index: number, events: readonly AnswerEvent[]): ChatCompletion['choices'][number] {
  const text = events.map(event => (event.type === 'text' ? event.text : '')).join('')
  const reasoning = events.map(event => (event.type === 'reasoning' ? event.text : '')).join('')
  const calls = events.flatMap(event => (event.type === 'tool_call' ? [toToolCall(event.call)] : []))
  const logprobs = events.flatMap(event => (event.type === 'text' ? event.logprobs : []))
  const finish = events.find(event => event.type === 'finish')
  return {
    index,
    message: {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      refusal: null,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    logprobs: toLogprobs(logprobs),
    finish_reason: finish?.reason ?? 'stop',
  }
}

export function toToolCall(call: { name: string; arguments: string }): ToolCall {
  return {
    id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
    type: 'function',
    function: { ...call },
  }
}

/** Token counts of all answers to one request: the prompt counts once. */
export function toUsage(answers: readonly AnswerUsage[]): Usage {
  const promptTokens = answers[0]?.promptTokens ?? 0
  const completionTokens = answers.reduce((sum, usage) => sum + usage.completionTokens, 0)
  const reasoningTokens = answers.reduce((sum, usage) => sum + usage.reasoningTokens, 0)
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: {
      cached_tokens: answers[0]?.cachedTokens ?? 0,
      audio_tokens: 0,
      text_tokens: promptTokens,
      image_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      text_tokens: completionTokens - reasoningTokens,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}

function toLogprobs(entries: readonly TokenLogprob[] | undefined): unknown {
  return entries === undefined || entries.length === 0 ? null : { content: entries, refusal: null }
}
