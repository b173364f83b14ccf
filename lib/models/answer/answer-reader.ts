import type { ToolCallDraft } from './answer-event.ts'
import { parseToolCalls } from './parse-tool-calls.ts'
import type { AnswerPlan } from './plan-answer.ts'
import { createStopFilter } from './stop-filter.ts'
import { createThinkSplitter } from './think-splitter.ts'
import { createToolCallReader, type ToolCallPart, type ToolCallReader } from './tool-call-reader.ts'

export type AnswerPart = ToolCallPart | { readonly type: 'reasoning'; readonly text: string }

export interface AnswerReader {
  /** `done`: nothing more is wanted, because of a stop string or enough calls. */
  push(text: string): { readonly parts: AnswerPart[]; readonly done: boolean }
  flush(): AnswerPart[]
  readonly thinking: boolean
}

/** Turns the text that a model writes into reasoning, text and tool calls: stop strings first, then thoughts, then calls. */
export function createAnswerReader(
  plan: AnswerPlan,
  options: { readonly stops: readonly string[]; readonly thinks: boolean },
): AnswerReader {
  const stopFilter = createStopFilter(options.stops)
  const splitter = createThinkSplitter({ thinks: options.thinks && plan.thinking })
  const calls = createReader(plan)
  let callCount = 0
  let done = false

  const limit = (parts: ToolCallPart[]): AnswerPart[] => {
    const kept: AnswerPart[] = []
    for (const part of parts) {
      if (done) break
      kept.push(part)
      if (part.type !== 'tool_call') continue
      callCount += 1
      if (callCount >= plan.callsMax) done = true
    }
    return kept
  }

  const read = (split: { reasoning: string; text: string }): AnswerPart[] => [
    ...(split.reasoning === '' ? [] : [{ type: 'reasoning' as const, text: split.reasoning }]),
    ...(split.text === '' ? [] : limit(calls.push(split.text))),
  ]

  return {
    get thinking() {
      return splitter.thinking
    },
    push(text) {
      const { text: passed, stopped } = stopFilter.push(text)
      const parts = passed === '' ? [] : read(splitter.push(passed))
      if (stopped) done = true
      return { parts, done }
    },
    flush() {
      // A stop string ends the text before it, but what was held back of that text still counts.
      done = callCount >= plan.callsMax
      return [...read(splitter.push(stopFilter.flush())), ...read(splitter.flush()), ...limit(calls.flush())]
    },
  }
}

function createReader(plan: AnswerPlan): ToolCallReader {
  switch (plan.calls) {
    case 'none':
      return { push: text => [{ type: 'text', text }], flush: () => [] }
    case 'read':
      return createToolCallReader(plan.tools)
    case 'forced':
      return createForcedReader(plan)
  }
}

/** Where the grammar allows a call and nothing else, the whole text is the call. */
function createForcedReader(plan: AnswerPlan): ToolCallReader {
  let text = ''
  return {
    push(more) {
      text += more
      return []
    },
    flush() {
      if (text === '') return []
      const calls = parseToolCalls(text, plan.tools) ?? [cutCall(text)]
      return calls.filter(call => call !== null).map(call => ({ type: 'tool_call', call }))
    },
  }
}

/** A call that was cut by the token limit, as far as it came: its arguments are no valid JSON, as everywhere. */
function cutCall(text: string): ToolCallDraft | null {
  const match = /"name"\s*:\s*"([^"]+)"(?:[^]*?"arguments"\s*:\s*([^]*))?/.exec(text)
  return match?.[1] === undefined ? null : { name: match[1], arguments: match[2] ?? '' }
}
