import type { Answer, Choice } from './answer.ts'
import { emptyAnswer } from './answer.ts'
import { isObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { mergeToolCalls, readToolCallDelta } from './merge-tool-calls.ts'
import { readJson } from '#lib/client/read-json.ts'
import { readUsage } from './read-usage.ts'

/** The answer in the body of a call that did not stream; empty when the body is none. */
export function readCompletion(body: string, atMs: number | null): Answer {
  const completion = readJson(body)
  if (!isObject(completion)) return emptyAnswer
  const choices = toList(completion['choices']).filter(
    choice => isObject(choice) && isObject(choice['message']),
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
