import type { ToolCallDraft } from './answer-event.ts'
import type { AnswerPlan } from './plan-answer.ts'
import type { Tool } from '#lib/contracts/api/chat-message.ts'
import { z } from 'zod'
import type { FitsSchema } from './fits-schema.ts'
import { readJson } from '#lib/read-json.ts'

export type AnswerPart = ToolCallPart | { readonly type: 'reasoning'; readonly text: string }

export interface AnswerReader {
  /** `done`: stop generating, because of a stop string or enough calls. */
  push(text: string): Promise<{ readonly parts: AnswerPart[]; readonly done: boolean }>
  flush(): Promise<AnswerPart[]>
  readonly thinking: boolean
}

/** Parses generated text into reasoning, text and tool calls: stop strings first, then reasoning, then calls. */
export function createAnswerReader(
  plan: AnswerPlan,
  options: { readonly stops: readonly string[]; readonly thinks: boolean; readonly fits: FitsSchema },
): AnswerReader {
  const stopFilter = createStopFilter(options.stops)
  const splitter = createThinkSplitter({ thinks: options.thinks && plan.thinking })
  const calls = createReader(plan, options.fits)
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

  const read = async (split: { reasoning: string; text: string }): Promise<AnswerPart[]> => [
    ...(split.reasoning === '' ? [] : [{ type: 'reasoning' as const, text: split.reasoning }]),
    ...(split.text === '' ? [] : limit(await calls.push(split.text))),
  ]

  return {
    get thinking() {
      return splitter.thinking
    },
    async push(text) {
      const { text: passed, stopped } = stopFilter.push(text)
      const parts = passed === '' ? [] : await read(splitter.push(passed))
      if (stopped) done = true
      return { parts, done }
    },
    async flush() {
      // A stop string ends the text before it, but buffered text before it still counts.
      done = callCount >= plan.callsMax
      return [
        ...(await read(splitter.push(stopFilter.flush()))),
        ...(await read(splitter.flush())),
        ...limit(await calls.flush()),
      ]
    },
  }
}

function createReader(plan: AnswerPlan, fits: FitsSchema): ToolCallReader {
  switch (plan.calls) {
    case 'none':
      return { push: text => Promise.resolve([{ type: 'text', text }]), flush: () => Promise.resolve([]) }
    case 'read':
      return createToolCallReader(plan.tools, fits)
    case 'forced':
      return createForcedReader(plan, fits)
  }
}

/** Where the grammar allows only a call, the whole text is the call. */
function createForcedReader(plan: AnswerPlan, fits: FitsSchema): ToolCallReader {
  let text = ''
  return {
    push(more) {
      text += more
      return Promise.resolve([])
    },
    async flush() {
      if (text === '') return []
      const calls = (await parseToolCalls(text, plan.tools, fits)) ?? [cutCall(text)]
      return calls.filter(call => call !== null).map(call => ({ type: 'tool_call', call }))
    },
  }
}

/**
 * A call truncated by the token limit, as far as it was generated: its arguments are incomplete JSON, as in other
 * APIs.
 */
function cutCall(text: string): ToolCallDraft | null {
  const match = /"name"\s*:\s*"([^"]+)"(?:[^]*?"arguments"\s*:\s*([^]*))?/.exec(text)
  return match?.[1] === undefined ? null : { name: match[1], arguments: match[2] ?? '' }
}

export interface ThinkSplit {
  readonly reasoning: string
  readonly text: string
}

interface ThinkSplitter {
  push(text: string): ThinkSplit
  flush(): ThinkSplit
  readonly thinking: boolean
}

const open = '<think>'
const close = '</think>'

/** Separates the reasoning at the start of an answer (`<think>…</think>`) from the answer itself. */
export function createThinkSplitter({ thinks }: { thinks: boolean }): ThinkSplitter {
  let state: 'start' | 'thinking' | 'gap' | 'answer' = thinks ? 'start' : 'answer'
  let held = ''

  const advance = (): ThinkSplit => {
    if (state === 'start') {
      const trimmed = held.trimStart()
      if (trimmed.startsWith(open)) {
        held = trimmed.slice(open.length).replace(/^\n/, '')
        state = 'thinking'
      } else if (!open.startsWith(trimmed)) state = 'answer'
      else return { reasoning: '', text: '' }
    }
    if (state === 'thinking') {
      const end = held.indexOf(close)
      if (end < 0) {
        const keep = overlap(held, close)
        const reasoning = held.slice(0, held.length - keep)
        held = held.slice(held.length - keep)
        return { reasoning, text: '' }
      }
      const reasoning = held.slice(0, end)
      held = held.slice(end + close.length)
      state = 'gap'
      return { reasoning, text: advance().text }
    }
    if (state === 'gap') {
      held = held.trimStart()
      if (held === '') return { reasoning: '', text: '' }
      state = 'answer'
    }
    const text = held
    held = ''
    return { reasoning: '', text }
  }

  return {
    get thinking() {
      return state === 'thinking'
    },
    push(text) {
      held += text
      return advance()
    },
    flush() {
      const rest = held
      held = ''
      return state === 'thinking' ? { reasoning: rest, text: '' } : { reasoning: '', text: rest }
    },
  }
}

export type ToolCallPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_call'; readonly call: ToolCallDraft }

interface ToolCallReader {
  push(text: string): Promise<ToolCallPart[]>
  flush(): Promise<ToolCallPart[]>
}

interface Form {
  /** Where the text of the call format ends, or -1 while it is open. */
  readonly end: number
  /** The JSON inside, as far as it was received. */
  readonly json: string
}

const tag = { open: '<tool_call>', close: '</tool_call>' }
const fence = '```'

/**
 * Finds tool calls in a streamed answer. Models write them as `<tool_call>{…}</tool_call>`, as bare JSON or in a
 * fenced block: each is buffered while it may still become a call of a given tool, and emitted as text otherwise.
 */
export function createToolCallReader(tools: readonly Tool[], fits: FitsSchema): ToolCallReader {
  let held = ''
  // Bare JSON counts only where a call may begin: at the start, and directly after another call.
  let atStart = true
  let afterCall = false
  let insideCode = false
  // White space before the first word belongs to it, and is dropped when a call follows.
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

  const step = async (final: boolean): Promise<ToolCallPart[] | null> => {
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
    const calls = form.end === -1 ? null : await parseToolCalls(form.json, tools, fits)
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

  const drain = async (final: boolean): Promise<ToolCallPart[]> => {
    const parts: ToolCallPart[] = []
    for (;;) {
      const before = held
      const found = await step(final)
      if (found === null) return parts
      parts.push(...found)
      if (held === before) return parts
    }
  }

  return {
    async push(text) {
      held += text
      return await drain(false)
    },
    async flush() {
      const parts = await drain(true)
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

/** An answer may end without the closing tag: complete JSON counts anyway. */
function endOfJson(json: string, offset: number): number {
  const start = json.search(/[[{]/)
  return start >= 0 && jsonEnd(json.slice(start)) >= 0 ? offset + json.length : -1
}

function openingLength(text: string): number {
  if (text.startsWith(tag.open)) return tag.open.length
  return text.startsWith(fence) ? fence.length : 1
}

/** Characters at the end that may be the beginning of a tag. */
function unsure(text: string): number {
  return Math.max(overlap(text, tag.open), overlap(text, fence))
}

interface StopFilter {
  /** Text that is certainly before any stop string; `stopped` ends the answer. */
  push(text: string): { readonly text: string; readonly stopped: boolean }
  /** The remaining buffer, at the end of the input. */
  flush(): string
}

/** Truncates streamed text before the first stop string, and never emits the beginning of one. */
export function createStopFilter(stops: readonly string[]): StopFilter {
  const wanted = stops.filter(stop => stop !== '')
  let held = ''
  return {
    push(text) {
      held += text
      const ends = wanted.map(stop => held.indexOf(stop)).filter(index => index >= 0)
      if (ends.length > 0) {
        const before = held.slice(0, Math.min(...ends))
        held = ''
        return { text: before, stopped: true }
      }
      const keep = Math.max(0, ...wanted.map(stop => overlap(held, stop)))
      const out = held.slice(0, held.length - keep)
      held = held.slice(held.length - keep)
      return { text: out, stopped: false }
    },
    flush() {
      const rest = held
      held = ''
      return rest
    },
  }
}

/** Length of the longest suffix of `text` that is a proper prefix of `marker`. */
export function overlap(text: string, marker: string): number {
  for (let length = Math.min(text.length, marker.length - 1); length > 0; length -= 1)
    if (marker.startsWith(text.slice(text.length - length))) return length
  return 0
}

const argumentsSchema = z.record(z.string(), z.unknown())
const namedSchema = z.object({ name: z.string(), arguments: z.unknown(), parameters: z.unknown() }).partial()
const callSchema = namedSchema.extend({ function: namedSchema.optional() })

/**
 * Parses JSON text as calls of the given tools: one, a list, or several in sequence.
 * @returns null unless every call names a given tool and its arguments are valid
 */
async function parseToolCalls(
  text: string,
  tools: readonly Tool[],
  fits: FitsSchema,
): Promise<ToolCallDraft[] | null> {
  const candidates = splitValues(text).map(readJson).flat()
  const calls = await Promise.all(candidates.map(candidate => toCall(candidate, tools, fits)))
  return calls.length === 0 || calls.includes(null) ? null : calls.filter(call => call !== null)
}

async function toCall(
  candidate: unknown,
  tools: readonly Tool[],
  fits: FitsSchema,
): Promise<ToolCallDraft | null> {
  const parsed = callSchema.safeParse(candidate)
  if (!parsed.success) return null
  const named = parsed.data.function ?? parsed.data
  const tool = tools.find(({ function: { name } }) => name === named.name)
  if (tool === undefined) return null
  const given = named.arguments ?? named.parameters ?? {}
  const values = argumentsSchema.safeParse(typeof given === 'string' ? readJson(given) : given)
  if (!values.success) return null
  const schema = tool.function.parameters
  if (schema && !(await fits(schema, values.data))) return null
  return { name: tool.function.name, arguments: JSON.stringify(values.data) }
}

/** Models write several calls in sequence, with and without commas. */
function splitValues(text: string): string[] {
  const rest = text.trim()
  const end = jsonEnd(rest)
  if (end === -1 || end === rest.length) return [rest]
  return [rest.slice(0, end), ...splitValues(rest.slice(end).replace(/^\s*,/, ''))]
}

/** Index after the JSON object or list that `text` begins with; -1 while it is open. */
export function jsonEnd(text: string): number {
  let depth = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character === '\\') index += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return -1
}

const callKeys = ['name', 'arguments', 'parameters', 'function', 'type', 'id']

/** Whether incomplete JSON text may still become a tool call, judged by its first key. */
export function mayBecomeCall(text: string): boolean {
  const match = /^\s*(?:\[\s*)?(?:\{\s*(?:"([^"]*)("?))?)?/.exec(text)
  if (match === null || match[0] === '') return text.trim() === ''
  const [all, key, closed] = match
  if (key === undefined) return all.length === text.length
  if (closed === '"') return callKeys.includes(key)
  return callKeys.some(known => known.startsWith(key))
}
