import { webSearchNames } from '#lib/providers/openai-compatible/web-searches.ts'
import { answerBoundNames } from '#lib/providers/transport/answer-bounds.ts'
import { isRecord, readIndex, readString } from '#lib/providers/transport/json.ts'
import { afterComma, type Edit, openBrace, openBracket, removals } from './json-elements.ts'
import { JsonWalker, RepeatedMember, UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import { type ModelName, type NamedList, readNamedList, renames } from './named-models.ts'
import {
  findOwnItems,
  findOwnThinking,
  noThinking,
  ownReasoningId,
  ownSignature,
  type OwnThinking,
} from './find-own-thinking.ts'

/** Where the value of a member is, and where the member begins that is removed with its comma. */
interface Span {
  readonly memberAt: number
  readonly from: number
  readonly to: number
}

/** The members of an API format that Sextant reads beside those of every format. */
export interface EnvelopeLayout {
  /** The limit of the answer. */
  readonly maxTokens: string
  /** The list of turns. */
  readonly history: string
  /** Members that may name state of the provider's account. */
  readonly state: readonly string[]
  readonly others: readonly string[]
  /** Texts of which one is in every request with reasoning that its vendor would reject. */
  readonly ownMarks: readonly string[]
  /** Finds that reasoning. The walker is at the list of turns. @throws UnreadableJson */
  findOwn(walker: JsonWalker): OwnThinking
}

export const messagesLayout: EnvelopeLayout = {
  maxTokens: 'max_tokens',
  history: 'messages',
  state: ['container', 'thread', 'diagnostics'],
  others: ['fallbacks', 'metadata', 'tools', 'mcp_servers', 'speed', 'inference_geo'],
  ownMarks: [`"${ownSignature}`],
  findOwn: findOwnThinking,
}

export const responsesLayout: EnvelopeLayout = {
  maxTokens: 'max_output_tokens',
  history: 'input',
  state: ['store', 'background', 'conversation', 'prompt', 'previous_response_id'],
  others: ['metadata', 'prompt_cache_key', 'tools'],
  // A text with escaped characters is the same text.
  ownMarks: [`"${ownSignature}`, `"${ownReasoningId}`, 'item_reference', '\\u00'],
  findOwn: findOwnItems,
}

const common = [
  'model',
  'models',
  'stream',
  'session_id',
  'prediction',
  ...answerBoundNames,
  ...webSearchNames,
] as const

/**
 * The bytes of a request that are forwarded as they are, and the few members that Sextant reads or edits. Finding them
 * takes one scan: nothing is parsed but their values.
 */
export class RequestEnvelope {
  readonly bytes: Buffer
  readonly layout: EnvelopeLayout
  readonly #spans: ReadonlyMap<string, Span>
  readonly #named: Readonly<Record<NamingMember, NamedList | null>>
  #own: OwnThinking | null = null

  /** @throws UnreadableJson; RepeatedMember */
  constructor(bytes: Buffer, layout: EnvelopeLayout) {
    this.bytes = bytes
    this.layout = layout
    this.#spans = findMembers(bytes, layout)
    this.#named = { fallbacks: this.#readNamed('fallbacks'), tools: this.#readNamed('tools') }
  }

  get model(): unknown {
    return this.#value('model')
  }

  get models(): unknown {
    return this.#value('models')
  }

  get stream(): unknown {
    return this.#value('stream')
  }

  /** Null: it sets no valid limit. */
  get maxTokens(): number | null {
    const value = this.#value(this.layout.maxTokens)
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
  }

  /** Whether it sets a limit, with any value but null. */
  get hasMaxTokens(): boolean {
    const value = this.#value(this.layout.maxTokens)
    return value !== undefined && value !== null
  }

  /** Models that the vendor may use instead; `default`: those that it chooses itself. */
  get fallbacks(): readonly Fallback[] | 'default' {
    const value = this.#value('fallbacks')
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return 'default'
    return value.map(entry => {
      const members: Record<string, unknown> = isRecord(entry) ? entry : { model: entry }
      return { model: readString(members['model']), maxTokens: readIndex(members['max_tokens']), members }
    })
  }

  /** Models that tools use, by the index of the tool. */
  get toolModels(): readonly (string | null)[] {
    return this.#named.tools?.names.map(found => found?.name ?? null) ?? []
  }

  /** A member of the layout; undefined: absent. @throws UnreadableJson for turns or tools that are not valid JSON */
  member(name: string): unknown {
    try {
      return this.#value(name)
    } catch (error) {
      if (error instanceof SyntaxError) throw new UnreadableJson(error.message)
      throw error
    }
  }

  /** The JSON of a member of the layout as it was sent; null: absent. */
  text(name: string): string | null {
    const span = this.#spans.get(name)
    return span === undefined ? null : this.bytes.toString('utf8', span.from, span.to)
  }

  /** At a member of the layout, of which only the quotes and brackets may have been checked; null: there is none. */
  walk(name: string): JsonWalker | null {
    const span = this.#spans.get(name)
    if (span === undefined) return null
    const walker = new JsonWalker(this.bytes)
    walker.at = span.from
    return walker
  }

  get metadata(): unknown {
    return this.#value('metadata')
  }

  get sessionId(): unknown {
    return this.#value('session_id')
  }

  /** Whether it has reasoning of other models, which its vendor would reject. */
  get hasOwnThinking(): boolean {
    return this.#ownThinking.edits.length > 0
  }

  /** Indexes of the turns that its vendor does not get, because they have nothing but such reasoning. */
  get removedTurns(): readonly number[] {
    return this.#ownThinking.turns
  }

  /**
   * The body for an upstream: with its names of models, without `models` and without thinking of other models.
   * @param set members to replace or to add; undefined: to remove
   * @param otherModels the upstream's names of fallbacks and models of tools; null: it does not have this fallback
   */
  forUpstream(
    modelId: string,
    set: Readonly<Record<string, unknown>> = {},
    otherModels: ReadonlyMap<string, string | null> = noModels,
  ): Buffer {
    const edits: Edit[] = [...this.#ownThinking.edits]
    const gone = Object.keys(set).filter(name => set[name] === undefined)
    edits.push(...this.#memberRemovals(['models', ...gone]))
    if (otherModels.size > 0) for (const edit of this.#otherModelEdits(otherModels)) edits.push(edit)
    const members = Object.entries({ model: modelId, ...set }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, JSON.stringify(value)] as const],
    )
    return this.#edited(edits, members)
  }

  /** The body with the JSON of other turns, and with null in some members. */
  withHistory(json: string, nulled: readonly string[]): Buffer {
    const known = nulled.filter(name => this.#spans.has(name)).map(name => [name, 'null'] as const)
    return this.#edited([], [[this.layout.history, json], ...known])
  }

  #edited(edits: Edit[], members: readonly (readonly [name: string, json: string])[]): Buffer {
    const { bytes } = this
    let added = ''
    for (const [name, text] of members) {
      const span = this.#spans.get(name)
      if (span !== undefined) edits.push({ from: span.from, to: span.to, text })
      else if (name !== 'model') added += `,${JSON.stringify(name)}:${text}`
    }
    const end = bytes.lastIndexOf(closeBrace)
    if (added !== '') edits.push({ from: end, to: end, text: added })
    edits.sort((one, other) => one.from - other.from)
    const parts: Uint8Array[] = []
    let at = 0
    for (const { from, to, text } of edits) {
      parts.push(bytes.subarray(at, from), Buffer.from(text))
      at = to
    }
    return Buffer.concat([...parts, bytes.subarray(at)])
  }

  #memberRemovals(names: readonly string[]): readonly Edit[] {
    const spans = names.flatMap(name => this.#spans.get(name) ?? [])
    spans.sort((one, other) => one.from - other.from)
    let removedTo = 0
    return spans.map(span => {
      const edit = withComma(this.bytes, span, removedTo)
      removedTo = edit.to
      return edit
    })
  }

  #otherModelEdits(otherModels: ReadonlyMap<string, string | null>): readonly Edit[] {
    const { fallbacks, tools } = this.#named
    const span = this.#spans.get('fallbacks')
    const isGone = (found: ModelName | null) => found !== null && otherModels.get(found.name) === null
    if (span !== undefined && fallbacks?.names.length && fallbacks.names.every(isGone))
      return [{ from: span.from, to: span.to, text: 'null' }, ...renames(tools, otherModels)]
    const elements = fallbacks?.elements.map((element, index) => ({
      ...element,
      isRemoved: isGone(fallbacks.names[index] ?? null),
    }))
    const removed = fallbacks && elements ? removals(this.bytes, { from: fallbacks.from, elements }) : []
    return [...removed, ...renames(fallbacks, otherModels), ...renames(tools, otherModels)]
  }

  #readNamed(member: NamingMember): NamedList | null {
    const span = this.#spans.get(member)
    if (span === undefined || this.bytes[span.from] !== openBracket) return null
    const value = this.bytes.subarray(span.from, span.to)
    // A name with escaped characters is the same name. Most tools have none.
    if (member === 'tools' && !value.includes('"model"') && !value.includes('\\u00')) return null
    return readNamedList(this.bytes, span.from)
  }

  get #ownThinking(): OwnThinking {
    return (this.#own ??= this.#findOwn())
  }

  /** Nothing from an invalid list. */
  #findOwn(): OwnThinking {
    const { bytes, layout } = this
    const history = this.#spans.get(layout.history)
    if (history === undefined || !layout.ownMarks.some(mark => bytes.includes(mark))) return noThinking
    const walker = new JsonWalker(bytes)
    walker.at = history.from
    try {
      return walker.peek() === openBracket ? layout.findOwn(walker) : noThinking
    } catch (error) {
      if (error instanceof UnreadableJson) return noThinking
      throw error
    }
  }

  #value(name: string): unknown {
    const span = this.#spans.get(name)
    return span === undefined ? undefined : JSON.parse(this.bytes.toString('utf8', span.from, span.to))
  }
}

const noModels: ReadonlyMap<string, string | null> = new Map()

interface Fallback {
  readonly model: string | null
  readonly maxTokens: number | null
  /** All of its members, as they were sent. */
  readonly members: Readonly<Record<string, unknown>>
}

type NamingMember = 'fallbacks' | 'tools'

const readNames = new WeakMap<EnvelopeLayout, ReadonlySet<string>>()

/** None of them may occur twice. */
function namesOf(layout: EnvelopeLayout): ReadonlySet<string> {
  const { maxTokens, history, state, others } = layout
  const known = readNames.get(layout)
  if (known !== undefined) return known
  const names = new Set([...common, maxTokens, history, ...state, ...others])
  readNames.set(layout, names)
  return names
}

function findMembers(bytes: Buffer, layout: EnvelopeLayout): Map<string, Span> {
  const { history } = layout
  const read = namesOf(layout)
  const spans = new Map<string, Span>()
  const walker = new JsonWalker(bytes)
  walker.peek()
  let memberAt = walker.at + 1
  walker.members(name => {
    walker.peek()
    const from = walker.at
    // The upstream judges every value that is not read here. These are large, and read only where it matters.
    if (read.has(name) && name !== history && name !== 'tools') walker.skip()
    else walker.pass()
    if (read.has(name)) {
      if (spans.has(name)) throw new RepeatedMember(`\`${name}\` occurs twice`)
      spans.set(name, { memberAt, from, to: walker.at })
    }
    memberAt = walker.at
  })
  walker.end()
  return spans
}

const comma = 0x2c
const closeBrace = 0x7d

// The comma before a member is within its span; the first member has only one after it, and so has the member after a
// removed first one.
function withComma(bytes: Buffer, { memberAt, to }: Span, removedTo: number): Edit {
  const isFirst = (bytes[memberAt - 1] === openBrace && bytes[memberAt] !== comma) || memberAt < removedTo
  return { from: memberAt, to: isFirst ? afterComma(bytes, to) : to, text: '' }
}
