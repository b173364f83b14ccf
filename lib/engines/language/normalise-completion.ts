import type { ChatCompletion, FinishReason } from '#lib/contracts/chat.ts'
import { isRecord, readIndex, readString } from '#lib/engines/json.ts'
import { isFailedFinish, toFinishReason } from './finish-reason.ts'
import { normaliseDelta } from './normalise-delta.ts'
import { readUsage } from './read-usage.ts'
import { isWholeJson } from './tool-call-deltas.ts'
import { newToolCallId } from './tool-id.ts'

type Choice = ChatCompletion['choices'][number]
type Message = Choice['message']
type ToolCall = NonNullable<Message['tool_calls']>[number]

const nothingCounted = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** A plain answer as it was really sent, in the shape of the contract; null when it holds no answer. */
export function normaliseCompletion(
  body: Readonly<Record<string, unknown>>,
  masksLength = false,
): ChatCompletion | null {
  const choices = body['choices']
  if (!Array.isArray(choices) || choices.length === 0 || !choices.every(isRecord)) return null
  if (choices.some(choice => isFailedFinish(readString(choice['finish_reason']) ?? ''))) return null
  return {
    ...body,
    id: readString(body['id']) ?? '',
    object: 'chat.completion',
    created: readIndex(body['created']) ?? 0,
    model: readString(body['model']) ?? '',
    choices: choices.map((choice, position) => toChoice(choice, position, masksLength)),
    usage: readUsage(body) ?? nothingCounted,
    system_fingerprint: readString(body['system_fingerprint']) ?? '',
  }
}

function toChoice(choice: Record<string, unknown>, position: number, masksLength: boolean): Choice {
  const message = toMessage(isRecord(choice['message']) ? choice['message'] : {})
  const reason = readString(choice['finish_reason'])
  // A plain answer is whole; a server that says nothing about its end means an ordinary one.
  const finish = reason === null || reason === '' ? 'stop' : toFinishReason(reason)
  return {
    ...choice,
    index: readIndex(choice['index']) ?? position,
    message,
    logprobs: choice['logprobs'] ?? null,
    finish_reason: finishOf(finish, message.tool_calls ?? [], masksLength),
  }
}

function finishOf(finish: FinishReason, calls: readonly ToolCall[], masksLength: boolean): FinishReason {
  const last = calls.at(-1)
  if (last === undefined || (finish !== 'stop' && finish !== 'tool_calls')) return finish
  return masksLength && !isWholeJson(last.function.arguments) ? 'length' : 'tool_calls'
}

function toMessage(raw: Record<string, unknown>): Message {
  const { tool_calls: rawCalls, ...rest } = raw
  normaliseDelta(rest)
  const calls = Array.isArray(rawCalls) ? rawCalls.filter(isRecord).map(toToolCall) : []
  const content = readString(rest['content'])
  return {
    ...rest,
    role: 'assistant',
    content: calls.length > 0 && content === '' ? null : content,
    refusal: readString(rest['refusal']),
    reasoning_content: readString(rest['reasoning_content']) ?? undefined,
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function toToolCall(raw: Record<string, unknown>): ToolCall {
  const described = isRecord(raw['function']) ? raw['function'] : {}
  const text = described['arguments']
  return {
    ...raw,
    id: readString(raw['id']) || newToolCallId(),
    type: 'function',
    function: {
      ...described,
      name: readString(described['name']) ?? '',
      arguments: typeof text === 'string' ? text : JSON.stringify(text ?? {}),
    },
  }
}
