import type { Answer, Choice } from './answer.ts'
import { emptyChoice } from './answer.ts'
import { isObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { mergeToolCalls, readToolCallDelta } from './merge-tool-calls.ts'
import { readJson } from '#lib/client/read-json.ts'
import { readUsage } from './read-usage.ts'

/**
 * The answer after one `data:` line of the stream; lines that are no chunk leave it as it is. Tolerant on purpose:
 * the console stays whole on any server that speaks the wire, with fingerprints or without.
 */
export function readChunk(answer: Answer, data: string, atMs: number): Answer {
  const chunk = readJson(data)
  if (!isObject(chunk)) return answer
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
