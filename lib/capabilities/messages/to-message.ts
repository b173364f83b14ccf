import { newId } from '#lib/capabilities/new-id.ts'
import type { ChatCompletion, FinishReason } from '#lib/contracts/api/chat.ts'
import type { Message, OutputBlock } from '#lib/contracts/api/messages/messages.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { isWholeJson } from '#lib/providers/openai-compatible/finish-reason.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import { carryThinking, signThinking } from '#lib/capabilities/api-formats/own-thinking.ts'
import type { TranslatedRequest } from './to-chat-request.ts'
import { toCallId } from '#lib/capabilities/api-formats/tool-names.ts'

type Choice = ChatCompletion['choices'][number]

/** A complete response in the format of the Messages API. */
export function toMessage(
  { choices: [choice] }: ChatCompletion,
  usage: Usage,
  model: string,
  translated: TranslatedRequest,
): Message {
  return {
    ...emptyMessage(model),
    content: choice === undefined ? [] : toBlocks(choice.message, translated),
    ...toStop(choice?.finish_reason ?? 'stop', choice?.['stop_reason'], translated),
    usage: {
      ...toDeltaUsage(usage),
      cache_creation: null,
      service_tier: null,
      speed: null,
      inference_geo: null,
    },
  }
}

/** A message before its content, as it begins a stream. */
export function emptyMessage(model: string) {
  return {
    id: newId('msg_', 24),
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
  } as const
}

function toBlocks(message: Choice['message'], { thinking, toolNames }: TranslatedRequest): OutputBlock[] {
  const blocks: OutputBlock[] = []
  const thought = message.reasoning_content
  if (thought && thinking !== 'hidden') blocks.push(toThinking(thought, thinking))
  const text = message.content || message.refusal
  if (text) blocks.push({ type: 'text', text })
  for (const { id, function: called } of message.tool_calls ?? []) {
    blocks.push({ ...toToolUse(id, called.name, toolNames), input: toInput(called.arguments) })
  }
  return blocks
}

function toThinking(text: string, shown: 'shown' | 'omitted'): OutputBlock {
  return shown === 'shown'
    ? { type: 'thinking', thinking: text, signature: signThinking(text) }
    : { type: 'thinking', thinking: '', signature: carryThinking(text) }
}

/** A call without its input. */
export function toToolUse(id: string, name: string, toolNames: ReadonlyMap<string, string>) {
  return {
    type: 'tool_use',
    id: toCallId(id, 'toolu_'),
    name: toolNames.get(name) ?? name,
    input: {},
    caller: { type: 'direct' },
  } as const
}

function toInput(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  const input: unknown = isWholeJson(text) ? JSON.parse(text) : null
  // The client sends it back, and the model sees the invalid JSON that it wrote.
  return isRecord(input) ? input : { invalid_json: text }
}

/** @param sequence the stop sequence that ended the answer, where the server names it */
export function toStop(finish: FinishReason, sequence: unknown, { stopSequences }: TranslatedRequest) {
  if (finish === 'stop' && typeof sequence === 'string' && stopSequences.includes(sequence)) {
    return { stop_reason: 'stop_sequence', stop_sequence: sequence, stop_details: null }
  }
  const isRefusal = finish === 'content_filter'
  const stop_details = isRefusal ? { type: 'refusal', category: null, explanation: null } : null
  return { stop_reason: stopReasons[finish], stop_sequence: null, stop_details }
}

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  function_call: 'tool_use',
  content_filter: 'refusal',
}

/** Token counts in the terms of the Messages API, where cached tokens are not part of the input. */
export function toDeltaUsage({
  prompt_tokens: prompt,
  completion_tokens: completion,
  prompt_tokens_details: details,
  completion_tokens_details: written,
}: Usage) {
  const cacheRead = details?.cached_tokens ?? 0
  const cacheWrite = details?.cache_write_tokens ?? 0
  return {
    input_tokens: Math.max(0, prompt - cacheRead - cacheWrite),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: completion,
    output_tokens_details: { thinking_tokens: written?.reasoning_tokens ?? 0 },
    server_tool_use: null,
  }
}
