import { type Answer, type Choice, emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ToolCall } from '#lib/contracts/api/chat-message.ts'

/** The answer in the body of a plain response; empty when the body is invalid. */
export function readCompletion(body: string, atMs: number | null): Answer {
  const completion = readJson(body)
  if (!isRecord(completion)) return emptyAnswer
  const choices = toList(completion['choices']).filter(
    choice => isRecord(choice) && isRecord(choice['message']),
  )
  return {
    model: toText(completion['model']),
    choices: choices.map(readChoice),
    usage: readUsage(completion['usage']),
    firstReasoningMs: null,
    firstContentMs: choices.length > 0 ? atMs : null,
    lastMs: choices.length > 0 ? atMs : null,
  }
}

function readChoice(value: unknown, position: number): Choice {
  const choice = toObject(value)
  const message = toObject(choice['message'])
  const calls = toList(message['tool_calls']).map((call, index) => ({
    ...readToolCallDelta(call, index),
    index,
  }))
  return {
    index: toNumber(choice['index']) ?? position,
    content: toText(message['content']) ?? '',
    reasoning: toText(message['reasoning_content']) ?? toText(message['reasoning']) ?? '',
    refusal: toText(message['refusal']),
    toolCalls: mergeToolCalls([], calls),
    finishReason: toText(choice['finish_reason']),
  }
}

/**
 * The answer after one `data:` line of the stream; invalid lines leave it unchanged. Deliberately tolerant:
 * the console works with any server of this API format, with fingerprints or without.
 */
export function readChunk(answer: Answer, data: string, atMs: number): Answer {
  const chunk = readJson(data)
  if (!isRecord(chunk)) return answer
  const pieces = toList(chunk['choices']).map(readPiece)
  const reasons = pieces.some(piece => piece.reasoning !== '')
  const speaks = pieces.some(
    piece => piece.content !== '' || piece.refusal !== '' || piece.toolCalls.length > 0,
  )
  return {
    model: toText(chunk['model']) || answer.model,
    choices: pieces.reduce(addPiece, answer.choices),
    usage: readUsage(chunk['usage']) ?? answer.usage,
    firstReasoningMs: answer.firstReasoningMs ?? (reasons ? atMs : null),
    firstContentMs: answer.firstContentMs ?? (speaks ? atMs : null),
    lastMs: reasons || speaks ? atMs : answer.lastMs,
  }
}

type Piece = ReturnType<typeof readPiece>

function readPiece(value: unknown) {
  const choice = toObject(value)
  const delta = toObject(choice['delta'])
  return {
    index: toNumber(choice['index']) ?? 0,
    content: toText(delta['content']) ?? '',
    reasoning: toText(delta['reasoning_content']) ?? toText(delta['reasoning']) ?? '',
    refusal: toText(delta['refusal']) ?? '',
    toolCalls: toList(delta['tool_calls']).map(readToolCallDelta),
    finishReason: toText(choice['finish_reason']),
  }
}

function addPiece(choices: readonly Choice[], piece: Piece): readonly Choice[] {
  const add = (choice: Choice): Choice => ({
    index: choice.index,
    content: choice.content + piece.content,
    reasoning: choice.reasoning + piece.reasoning,
    refusal: piece.refusal === '' ? choice.refusal : (choice.refusal ?? '') + piece.refusal,
    toolCalls:
      piece.toolCalls.length > 0 ? mergeToolCalls(choice.toolCalls, piece.toolCalls) : choice.toolCalls,
    finishReason: piece.finishReason ?? choice.finishReason,
  })
  if (choices.some(({ index }) => index === piece.index))
    return choices.map(choice => (choice.index === piece.index ? add(choice) : choice))
  return [...choices, add({ ...emptyChoice, index: piece.index })].sort((a, b) => a.index - b.index)
}

/** The token counts of an answer; null when the server reported no valid ones. */
export function readUsage(value: unknown): Usage | null {
  if (!isRecord(value)) return null
  const promptTokens = toNumber(value['prompt_tokens'])
  const completionTokens = toNumber(value['completion_tokens'])
  if (promptTokens === null || completionTokens === null) return null
  const details = value['prompt_tokens_details']
  const cached = isRecord(details) ? toNumber(details['cached_tokens']) : null
  const cost = toNumber(value['cost'])
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: toNumber(value['total_tokens']) ?? promptTokens + completionTokens,
    ...(cached === null ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(cost === null ? {} : { cost }),
  }
}

/** A fragment of a tool call, or a whole one. */
interface ToolCallDelta {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** Parses a fragment; missing parts are empty. A whole call without `index` uses its position in the list. */
export function readToolCallDelta(value: unknown, position: number): ToolCallDelta {
  const call = toObject(value)
  const written = toObject(call['function'])
  return {
    index: toNumber(call['index']) ?? position,
    id: toText(call['id']) ?? '',
    name: toText(written['name']) ?? '',
    arguments: toText(written['arguments']) ?? '',
  }
}

/**
 * Merges fragments of tool calls into those received so far. A fragment belongs to its `index`; its id and
 * name come with the first, and an upstream that repeats them must not duplicate them.
 */
export function mergeToolCalls(
  calls: readonly ToolCall[],
  fragments: readonly ToolCallDelta[],
): readonly ToolCall[] {
  return fragments.reduce<ToolCall[]>(
    (merged, fragment) => {
      // An index that jumps ahead would leave a hole: use the next free index instead.
      const index = Math.min(Math.max(0, fragment.index), merged.length)
      const before = merged[index]
      merged[index] = {
        id: before?.id || fragment.id,
        type: 'function',
        function: {
          name: before?.function.name || fragment.name,
          arguments: (before?.function.arguments ?? '') + fragment.arguments,
        },
      }
      return merged
    },
    [...calls],
  )
}
