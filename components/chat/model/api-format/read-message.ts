import { type Answer, type Choice, emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { type JsonObject, toList, toObject, toText } from '#lib/client/json-value.ts'
import { mergeMessageUsage, toChatUsage } from '#lib/client/api-format/message-usage.ts'
import { isRecord, readJson } from '#lib/read-json.ts'

/** The answer in the body of a plain response of the Messages API; empty when the body is invalid. */
export function readMessage(body: string, atMs: number | null): Answer {
  const message = toObject(readJson(body))
  if (!Array.isArray(message['content'])) return emptyAnswer
  const choice = toList(message['content']).filter(isRecord).reduce(addBlock, emptyChoice)
  return {
    ...emptyAnswer,
    model: toText(message['model']),
    choices: [withStop(choice, message['stop_reason'])],
    usage: toChatUsage(toObject(message['usage'])),
    firstContentMs: atMs,
    lastMs: atMs,
  }
}

/** The answer after one event of a stream of the Messages API; unknown events leave it unchanged. */
export function readMessageEvent(answer: Answer, data: string, atMs: number): Answer {
  const event = toObject(readJson(data))
  switch (event['type']) {
    case 'message_start': {
      const { model, usage } = toObject(event['message'])
      return { ...answer, model: toText(model) ?? answer.model, announced: toObject(usage) }
    }
    case 'content_block_start':
      return withChoice(answer, choice => addBlock(choice, toObject(event['content_block'])), atMs)
    case 'content_block_delta':
      return withChoice(answer, choice => addDelta(choice, toObject(event['delta'])), atMs)
    case 'content_block_stop':
      return answer.choices[0] === undefined
        ? answer
        : { ...answer, choices: [closeCalls(answer.choices[0])] }
    case 'message_delta': {
      const { announced, ...rest } = answer
      const usage = toChatUsage(mergeMessageUsage(announced, event['usage']))
      const choice = withStop(answer.choices[0] ?? emptyChoice, toObject(event['delta'])['stop_reason'])
      return { ...rest, choices: [choice], usage: usage ?? answer.usage }
    }
    default:
      return answer
  }
}

function withChoice(answer: Answer, change: (choice: Choice) => Choice, atMs: number): Answer {
  const before = answer.choices[0] ?? emptyChoice
  const after = change(before)
  const reasons = after.reasoning !== before.reasoning
  const speaks = after.content !== before.content || after.toolCalls !== before.toolCalls
  return {
    ...answer,
    choices: [after],
    firstReasoningMs: answer.firstReasoningMs ?? (reasons ? atMs : null),
    firstContentMs: answer.firstContentMs ?? (speaks ? atMs : null),
    lastMs: reasons || speaks ? atMs : answer.lastMs,
  }
}

function addBlock(choice: Choice, block: JsonObject): Choice {
  switch (block['type']) {
    case 'text':
      return { ...choice, content: choice.content + (toText(block['text']) ?? '') }
    case 'thinking':
      return {
        ...choice,
        reasoning: choice.reasoning + (toText(block['thinking']) ?? ''),
        thinkingBlocks: [...(choice.thinkingBlocks ?? []), block],
      }
    case 'redacted_thinking':
      return { ...choice, thinkingBlocks: [...(choice.thinkingBlocks ?? []), block] }
    case 'tool_use':
      return { ...choice, toolCalls: [...choice.toolCalls, toToolCall(block)] }
    default:
      return choice
  }
}

function toToolCall({ id, name, input }: JsonObject): Choice['toolCalls'][number] {
  // In a stream the input follows in deltas.
  const given = isRecord(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
  return { id: toText(id) ?? '', type: 'function', function: { name: toText(name) ?? '', arguments: given } }
}

/** Blocks of the Messages API are written one after the other: a delta continues the last one of its type. */
function addDelta(choice: Choice, delta: JsonObject): Choice {
  const { text, thinking, signature, partial_json: json } = delta
  if (typeof text === 'string') return { ...choice, content: choice.content + text }
  if (typeof json === 'string') return { ...choice, toolCalls: continueCall(choice.toolCalls, json) }
  if (typeof thinking === 'string')
    return { ...continueThinking(choice, 'thinking', thinking), reasoning: choice.reasoning + thinking }
  return typeof signature === 'string' ? continueThinking(choice, 'signature', signature) : choice
}

function continueCall(calls: Choice['toolCalls'], json: string): Choice['toolCalls'] {
  const last = calls.at(-1)
  if (last === undefined || json === '') return calls
  const { name, arguments: before } = last.function
  return [...calls.slice(0, -1), { ...last, function: { name, arguments: before + json } }]
}

function continueThinking(choice: Choice, field: 'thinking' | 'signature', text: string): Choice {
  const blocks = choice.thinkingBlocks ?? []
  const last = blocks.at(-1)
  if (last === undefined) return choice
  return {
    ...choice,
    thinkingBlocks: [...blocks.slice(0, -1), { ...last, [field]: (toText(last[field]) ?? '') + text }],
  }
}

/** A call without parameters has no deltas, but its arguments must parse. */
function closeCalls(choice: Choice): Choice {
  if (choice.toolCalls.every(({ function: called }) => called.arguments !== '')) return choice
  const toolCalls = choice.toolCalls.map(call =>
    call.function.arguments === '' ? { ...call, function: { ...call.function, arguments: '{}' } } : call,
  )
  return { ...choice, toolCalls }
}

function withStop(choice: Choice, reason: unknown): Choice {
  const closed = closeCalls(choice)
  const finishReason = finishReasons[toText(reason) ?? ''] ?? toText(reason)
  return { ...closed, finishReason: finishReason ?? choice.finishReason }
}

const finishReasons: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}
