import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'

// Serialized in well under a millisecond.
const pieceChars = 32 * 1024
const pieceItems = 200

/**
 * A response as JSON, serialized in pieces that yield to the event loop: many megabytes at once would block
 * every other request. The bytes are those of `JSON.stringify`.
 */
export async function writeWebJson(value: object): Promise<WrittenJson> {
  const parts: Buffer[] = []
  let held = ''
  for (const piece of write(value)) {
    held += piece
    if (held.length < pieceChars) continue
    parts.push(Buffer.from(held))
    held = ''
    await yieldToEventLoop()
  }
  return new WrittenJson([...parts, Buffer.from(held)])
}

function* write(value: unknown): Generator<string> {
  if (typeof value === 'string') return yield* writeText(value)
  if (Array.isArray(value)) return yield* writeItems(value)
  if (typeof value !== 'object' || value === null) return yield JSON.stringify(value)
  let before = '{'
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* write(member)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** A split surrogate pair is written as two escapes, which stand for the same character. */
function* writeText(text: string): Generator<string> {
  if (text.length <= pieceChars) return yield JSON.stringify(text)
  yield '"'
  for (let at = 0; at < text.length; at += pieceChars) {
    yield JSON.stringify(text.slice(at, at + pieceChars)).slice(1, -1)
  }
  yield '"'
}

function* writeItems(items: readonly unknown[]): Generator<string> {
  yield '['
  for (let at = 0; at < items.length; at += pieceItems) {
    if (at > 0) yield ','
    yield JSON.stringify(items.slice(at, at + pieceItems)).slice(1, -1)
  }
  yield ']'
}
