import { JsonWalker, UnreadableJson } from '#lib/providers/transport/json-walker.ts'

/**
 * JSON, or an event with JSON in its data line, with another value of the member at the path; the same bytes where
 * there is none.
 */
export function withString(bytes: Buffer, memberPath: readonly string[], value: string): readonly Buffer[] {
  const start = bytes.indexOf('{')
  const span = start === -1 ? null : findString(bytes.subarray(start), memberPath)
  if (span === null) return [bytes]
  const [from, to] = span
  return [bytes.subarray(0, start + from), Buffer.from(JSON.stringify(value)), bytes.subarray(start + to)]
}

const openBrace = 0x7b

/**
 * JSON, or an event with JSON in its data line, with these members in the object at the path; the same bytes where there
 * is no such object.
 */
export function withMembers(
  bytes: Buffer,
  objectPath: readonly string[],
  members: Readonly<Record<string, unknown>>,
): Buffer {
  const start = bytes.indexOf('{')
  const found = start === -1 ? null : findObject(bytes.subarray(start), objectPath)
  if (found === null) return bytes
  const edits = found.members.flatMap(({ name, from, to }) =>
    Object.hasOwn(members, name) ? [{ from, to, text: JSON.stringify(members[name]) }] : [],
  )
  const known = new Set(found.members.map(({ name }) => name))
  const added = Object.entries(members).filter(([name]) => !known.has(name))
  const comma = known.size > 0 ? ',' : ''
  const text = added.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')
  const first = added.length === 0 ? [] : [{ from: found.at + 1, to: found.at + 1, text: text + comma }]
  const parts: Buffer[] = []
  let at = 0
  for (const edit of [...first, ...edits]) {
    parts.push(bytes.subarray(at, start + edit.from), Buffer.from(edit.text))
    at = start + edit.to
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

interface FoundObject {
  readonly at: number
  readonly members: { readonly name: string; readonly from: number; readonly to: number }[]
}

/** The object at the path and the values of its members; the bytes may continue after the JSON. */
function findObject(bytes: Buffer, objectPath: readonly string[]): FoundObject | null {
  const walker = new JsonWalker(bytes)
  let found: FoundObject | null = null
  const enter = (depth: number): void => {
    const isWanted = depth === objectPath.length
    const object: FoundObject = { at: walker.at, members: [] }
    walker.members(name => {
      const byte = walker.peek()
      if (!isWanted && name === objectPath[depth] && byte === openBrace) return enter(depth + 1)
      const from = walker.at
      walker.skip()
      if (isWanted) object.members.push({ name, from, to: walker.at })
    })
    if (isWanted) found = object
  }
  try {
    enter(0)
  } catch (error) {
    // In several data lines, or not JSON: the event passes as it is.
    if (!(error instanceof UnreadableJson)) throw error
  }
  return found
}

/** The offsets of a string; the bytes may continue after the JSON. */
function findString(bytes: Buffer, memberPath: readonly string[]): readonly [number, number] | null {
  const walker = new JsonWalker(bytes)
  let found: readonly [number, number] | null = null
  const enter = (depth: number): void => {
    walker.members(name => {
      const byte = walker.peek()
      const isOnPath = name === memberPath[depth]
      if (isOnPath && depth < memberPath.length - 1 && byte === openBrace) return enter(depth + 1)
      const from = walker.at
      walker.skip()
      if (isOnPath && depth === memberPath.length - 1 && byte === 0x22) found = [from, walker.at]
    })
  }
  try {
    enter(0)
  } catch (error) {
    // In several data lines, or not JSON: the event passes as it is.
    if (!(error instanceof UnreadableJson)) throw error
  }
  return found
}
