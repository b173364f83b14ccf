import { isRecord } from './json.ts'
import { JsonWalker, UnreadableJson } from './json-walker.ts'

/** Where the value of a member is, and where the member begins that is removed with its comma. */
interface Span {
  readonly memberAt: number
  readonly from: number
  readonly to: number
}

/** A member that must be unique occurs twice, so that two readers could see two values. */
export class RepeatedMember extends Error {
  override readonly name = 'RepeatedMember'
}

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

/** Begins the signatures of thinking that Sextant has signed for models that do not sign it. */
export const ownSignature = 'sx1.'

/** Members that may name state of the provider's account. */
export const stateMembers = ['container', 'thread', 'diagnostics'] as const
// None of them may occur twice.
const read: ReadonlySet<string> = new Set([
  'model',
  'models',
  'fallbacks',
  'stream',
  'max_tokens',
  'messages',
  'metadata',
  'session_id',
  ...stateMembers,
])

/**
 * The bytes of a request that are forwarded as they are, and the few members that Sextant reads or edits. Finding them
 * takes one scan: nothing is parsed but their values.
 */
export class RequestEnvelope {
  readonly bytes: Buffer
  readonly #spans: ReadonlyMap<string, Span>

  /** @throws UnreadableJson; RepeatedMember */
  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.#spans = findMembers(bytes)
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
    const value = this.#value('max_tokens')
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null
  }

  /** Whether it has the member, with any value. */
  get hasMaxTokens(): boolean {
    return this.#spans.has('max_tokens')
  }

  /** Models that the vendor may use instead. */
  get fallbacks(): readonly string[] {
    const value = this.#value('fallbacks')
    if (!Array.isArray(value)) return []
    return value.flatMap(entry => {
      const model: unknown = isRecord(entry) ? entry['model'] : entry
      return typeof model === 'string' ? [model] : []
    })
  }

  state(name: (typeof stateMembers)[number]): unknown {
    return this.#value(name)
  }

  /** At the conversation, of which only the quotes and brackets were checked; null: there is none. */
  walkMessages(): JsonWalker | null {
    const span = this.#spans.get('messages')
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

  /** Whether it may have thinking with our signature, which its vendor would reject. */
  get hasOwnThinking(): boolean {
    return this.bytes.includes(`"${ownSignature}`)
  }

  /**
   * The body for an upstream: with its name of the model, without `models` and without thinking of other models.
   * @param maxTokens a limit for a request that sets none; null: none
   */
  forUpstream(modelId: string, maxTokens: number | null = null): Buffer {
    const { bytes } = this
    const edits: Edit[] = []
    const model = this.#spans.get('model')
    if (model !== undefined) edits.push({ from: model.from, to: model.to, text: JSON.stringify(modelId) })
    const models = this.#spans.get('models')
    if (models !== undefined) edits.push(withComma(bytes, models))
    const messages = this.#spans.get('messages')
    if (messages !== undefined && this.hasOwnThinking)
      for (const edit of findOwnThinking(bytes, messages.from)) edits.push(edit)
    if (maxTokens !== null) {
      const end = bytes.lastIndexOf(closeBrace)
      edits.push({ from: end, to: end, text: `,"max_tokens":${maxTokens}` })
    }
    edits.sort((one, other) => one.from - other.from)
    const parts: Uint8Array[] = []
    let at = 0
    for (const { from, to, text } of edits) {
      parts.push(bytes.subarray(at, from), Buffer.from(text))
      at = to
    }
    return Buffer.concat([...parts, bytes.subarray(at)])
  }

  #value(name: string): unknown {
    const span = this.#spans.get(name)
    return span === undefined ? undefined : JSON.parse(this.bytes.toString('utf8', span.from, span.to))
  }
}

function findMembers(bytes: Buffer): Map<string, Span> {
  const spans = new Map<string, Span>()
  const walker = new JsonWalker(bytes)
  walker.peek()
  let memberAt = walker.at + 1
  walker.members(name => {
    walker.peek()
    const from = walker.at
    // The upstream judges every value that is not read here.
    if (read.has(name) && name !== 'messages') walker.skip()
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
const quote = 0x22
const openBracket = 0x5b
const openBrace = 0x7b
const closeBrace = 0x7d

// The comma before a member is within its span; the first member has only one after it.
function withComma(bytes: Buffer, { memberAt, to }: Span): Edit {
  const isFirst = bytes[memberAt - 1] === openBrace && bytes[memberAt] !== comma
  return { from: memberAt, to: isFirst ? afterComma(bytes, to) : to, text: '' }
}

function afterComma(bytes: Buffer, at: number): number {
  let next = at
  while (isBlank(bytes[next])) next++
  return bytes[next] === comma ? next + 1 : at
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Removes blocks with our signature, and turns that have nothing else; nothing from an invalid list. */
function findOwnThinking(bytes: Buffer, messagesAt: number): readonly Edit[] {
  try {
    return readOwnThinking(bytes, messagesAt)
  } catch (error) {
    if (error instanceof UnreadableJson) return []
    throw error
  }
}

function readOwnThinking(bytes: Buffer, messagesAt: number): readonly Edit[] {
  const walker = new JsonWalker(bytes)
  walker.at = messagesAt
  if (walker.peek() !== openBracket) return []
  const edits: Edit[] = []
  const turns = readElements(walker, () => {
    const inner = readContent(walker)
    if (inner === null || !inner.elements.some(({ isRemoved }) => isRemoved)) return false
    if (inner.elements.every(({ isRemoved }) => isRemoved)) return true
    // Too many to be arguments of one call.
    for (const edit of removals(bytes, inner)) edits.push(edit)
    return false
  })
  return [...edits, ...removals(bytes, turns)]
}

/** The blocks of a turn; null: its content is text. */
function readContent(walker: JsonWalker): Elements | null {
  let blocks: Elements | null = null
  if (walker.peek() !== openBrace) {
    walker.skip()
    return null
  }
  walker.members(name => {
    if (name !== 'content' || walker.peek() !== openBracket) return walker.pass()
    blocks = readElements(walker, () => isOwnThinking(walker))
  })
  return blocks
}

function isOwnThinking(walker: JsonWalker): boolean {
  let isThinking = false
  let isOwn = false
  if (walker.peek() !== openBrace) {
    walker.skip()
    return false
  }
  walker.members(name => {
    if (walker.peek() !== quote) return walker.pass()
    if (name === 'type') isThinking = walker.text() === 'thinking'
    else if (name === 'signature') isOwn = walker.text().startsWith(ownSignature)
    else walker.pass()
  })
  return isThinking && isOwn
}

interface Elements {
  /** After the bracket. */
  readonly from: number
  readonly elements: readonly { readonly from: number; readonly to: number; readonly isRemoved: boolean }[]
}

function readElements(walker: JsonWalker, isRemoved: () => boolean): Elements {
  walker.peek()
  const from = walker.at + 1
  const elements: { from: number; to: number; isRemoved: boolean }[] = []
  let end = from
  walker.elements(() => {
    const removed = isRemoved()
    elements.push({ from: end, to: walker.at, isRemoved: removed })
    end = walker.at
  })
  return { from, elements }
}

/** An element goes with the comma before it; those at the beginning go with the comma after them. */
function removals(bytes: Buffer, { from, elements }: Elements): readonly Edit[] {
  const kept = elements.findIndex(({ isRemoved }) => !isRemoved)
  const lead = kept === -1 ? elements.length : kept
  const last = elements[lead - 1]
  const edits = elements
    .slice(lead)
    .flatMap(({ isRemoved, ...span }) => (isRemoved ? [{ ...span, text: '' }] : []))
  return last === undefined ? edits : [{ from, to: afterComma(bytes, last.to), text: '' }, ...edits]
}
