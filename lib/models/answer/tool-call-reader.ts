import type { Tool } from '#lib/contracts/chat-message.ts'
import type { ToolCallDraft } from './answer-event.ts'
import { jsonEnd, mayBecomeCall } from './json-end.ts'
import { parseToolCalls } from './parse-tool-calls.ts'
import { overlap } from './stop-filter.ts'

export type ToolCallPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCallDraft }

export interface ToolCallReader {
  push(text: string): ToolCallPart[]
  flush(): ToolCallPart[]
}

interface Form {
  /** Where the form's own text ends, or -1 while it is open. */
  readonly end: number
  /** The JSON inside, as far as it is there. */
  readonly json: string
}

const tag = { open: '<tool_call>', close: '</tool_call>' }
const fence = '```'

/**
 * Finds the tool calls in an answer that arrives in pieces. Models write them as `<tool_call>{…}</tool_call>`, as
 * bare JSON or in a fenced block, as they like: each is held back while it may still become a call of a given tool,
 * and comes out as text when it does not.
 */
export function createToolCallReader(tools: readonly Tool[]): ToolCallReader {
  let held = ''
  // Bare JSON counts only where a call may begin: at the start, and right after another call.
  let atStart = true
  let afterCall = false
  let insideCode = false
  // White space before the first word belongs to it, and to nothing when a call follows.
  let lead = ''

  const toText = (text: string): ToolCallPart[] => {
    if (atStart && text.trim() === '') {
      lead += text
      return []
    }
    const spoken = afterCall ? text.trimStart() : lead + text
    lead = ''
    atStart = false
    afterCall = false
    return [{ type: 'text', text: spoken }]
  }

  const take = (length: number): string => {
    const taken = held.slice(0, length)
    held = held.slice(length)
    return taken
  }

  const step = (final: boolean): ToolCallPart[] | null => {
    const start = findForm(held, atStart)
    if (start === -1) {
      const kept = final ? 0 : unsure(held)
      return held.length === kept ? null : toText(take(held.length - kept))
    }
    if (start > 0) return toText(take(start))
    if (insideCode && held.startsWith(fence)) {
      insideCode = false
      return toText(take(fence.length))
    }
    const form = readForm(held, final)
    if (form.end === -1 && !final && mayBecomeCall(form.json)) return null
    const calls = form.end === -1 ? null : parseToolCalls(form.json, tools)
    if (calls === null) {
      if (held.startsWith(fence)) insideCode = true
      return toText(take(openingLength(held)))
    }
    take(form.end)
    lead = ''
    atStart = true
    afterCall = true
    return calls.map(call => ({ type: 'tool_call', call }))
  }

  const drain = (final: boolean): ToolCallPart[] => {
    const parts: ToolCallPart[] = []
    for (;;) {
      const before = held
      const found = step(final)
      if (found === null) return parts
      parts.push(...found)
      if (held === before) return parts
    }
  }

  return {
    push(text) {
      held += text
      return drain(false)
    },
    flush() {
      const parts = drain(true)
      const rest = afterCall ? '' : lead
      lead = ''
      return rest === '' ? parts : [...parts, { type: 'text', text: rest }]
    },
  }
}

function findForm(text: string, atStart: boolean): number {
  const bare = atStart ? /^\s*[[{]/.exec(text) : null
  const starts = [text.indexOf(tag.open), text.indexOf(fence), bare === null ? -1 : bare[0].length - 1]
  return starts
    .filter(start => start >= 0)
    .reduce((first, start) => (first === -1 ? start : Math.min(first, start)), -1)
}

function readForm(text: string, final: boolean): Form {
  if (text.startsWith(tag.open)) return readTagged(text, final)
  if (text.startsWith(fence)) return readFenced(text, final)
  const end = jsonEnd(text)
  return { end, json: end === -1 ? text : text.slice(0, end) }
}

function readTagged(text: string, final: boolean): Form {
  const close = text.indexOf(tag.close)
  if (close >= 0) return { end: close + tag.close.length, json: text.slice(tag.open.length, close) }
  const json = text.slice(tag.open.length)
  return final ? { end: endOfJson(json, tag.open.length), json } : { end: -1, json }
}

function readFenced(text: string, final: boolean): Form {
  const opening = /^```(?:[a-z_]*)[ \t]*(?:\n|$)/i.exec(text)
  if (opening === null) return { end: -1, json: 'x' }
  const json = text.slice(opening[0].length)
  const close = json.indexOf(`\n${fence}`)
  if (close >= 0) return { end: opening[0].length + close + 1 + fence.length, json: json.slice(0, close) }
  return final ? { end: endOfJson(json, opening[0].length), json } : { end: -1, json }
}

/** An answer may end without the closing mark: complete JSON counts all the same. */
function endOfJson(json: string, offset: number): number {
  const start = json.search(/[[{]/)
  return start >= 0 && jsonEnd(json.slice(start)) >= 0 ? offset + json.length : -1
}

function openingLength(text: string): number {
  if (text.startsWith(tag.open)) return tag.open.length
  return text.startsWith(fence) ? fence.length : 1
}

/** Characters at the end that may be the beginning of a mark. */
function unsure(text: string): number {
  return Math.max(overlap(text, tag.open), overlap(text, fence))
}
