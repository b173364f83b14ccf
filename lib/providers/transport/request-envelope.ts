import { isRecord } from './json.ts'
import { JsonWalker } from './json-walker.ts'

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

const unique: ReadonlySet<string> = new Set(['model', 'models', 'stream'])
const read: ReadonlySet<string> = new Set([...unique, 'max_tokens', 'fallbacks'])

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

  /** Models that the vendor may use instead. */
  get fallbacks(): readonly string[] {
    const value = this.#value('fallbacks')
    if (!Array.isArray(value)) return []
    return value.flatMap(entry => {
      const model: unknown = isRecord(entry) ? entry['model'] : entry
      return typeof model === 'string' ? [model] : []
    })
  }

  /** The body for an upstream: with its name of the model, and without `models`. */
  forUpstream(modelId: string): Buffer {
    const { bytes } = this
    const edits: [Span, string][] = []
    const model = this.#spans.get('model')
    if (model !== undefined) edits.push([{ ...model, memberAt: model.from }, JSON.stringify(modelId)])
    const models = this.#spans.get('models')
    if (models !== undefined) edits.push([withComma(bytes, models), ''])
    edits.sort(([one], [other]) => one.memberAt - other.memberAt)
    const parts: Uint8Array[] = []
    let at = 0
    for (const [{ memberAt, to }, text] of edits) {
      parts.push(bytes.subarray(at, memberAt), Buffer.from(text))
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
    walker.skip()
    if (read.has(name)) {
      if (unique.has(name) && spans.has(name)) throw new RepeatedMember(`\`${name}\` occurs twice`)
      spans.set(name, { memberAt, from, to: walker.at })
    }
    memberAt = walker.at
  })
  walker.end()
  return spans
}

const comma = 0x2c
const openBrace = 0x7b

// The comma before a member is within its span; the first member has only one after it.
function withComma(bytes: Buffer, span: Span): Span {
  if (bytes[span.memberAt - 1] !== openBrace || bytes[span.memberAt] === comma) return span
  let { to } = span
  while (/\s/.test(String.fromCharCode(bytes[to] ?? 0))) to++
  return bytes[to] === comma ? { ...span, to: to + 1 } : span
}
