import type { FinishReason } from '#lib/contracts/api/chat.ts'
import { readJson } from '#lib/read-json.ts'

const known: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
  function_call: 'function_call',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  tool_call: 'tool_calls',
  refusal: 'content_filter',
  safety: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  spii: 'content_filter',
  error_toxic: 'content_filter',
}

const failed: ReadonlySet<string> = new Set([
  'error',
  'insufficient_system_resource',
  'abort',
  'malformed_function_call',
])

/** Maps a finish reason to our five; unknown ones become a normal end. */
export function toFinishReason(reason: string): FinishReason {
  return known[reason.toLowerCase()] ?? 'stop'
}

/**
 * The finish reason of a choice: one with tool calls ends with `tool_calls`, or with `length` where the server
 * does not say that it truncated the last call.
 * @param lastArguments arguments of the last call; undefined: there is no call
 * @param masksLength whether `tool_calls` may hide the finish reason `length`
 */
export function finishWithCalls(
  finish: FinishReason,
  lastArguments: string | undefined,
  masksLength: boolean,
): FinishReason {
  if (lastArguments === undefined || (finish !== 'stop' && finish !== 'tool_calls')) return finish
  return masksLength && !isWholeJson(lastArguments) ? 'length' : 'tool_calls'
}

/** Whether a text is complete JSON: a truncated call is not. */
export function isWholeJson(text: string): boolean {
  return readJson(text) !== undefined
}

/** Whether the reason means that the response was interrupted rather than finished. */
export function isFailedFinish(reason: string): boolean {
  return failed.has(reason.toLowerCase())
}
