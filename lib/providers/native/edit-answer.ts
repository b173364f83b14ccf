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

/** The offsets of a string; the bytes may continue after the JSON. */
function findString(bytes: Buffer, memberPath: readonly string[]): readonly [number, number] | null {
  const walker = new JsonWalker(bytes)
  let found: readonly [number, number] | null = null
  const enter = (depth: number): void => {
    walker.members(name => {
      const byte = walker.peek()
      const isOnPath = name === memberPath[depth]
      if (isOnPath && depth < memberPath.length - 1 && byte === 0x7b) return enter(depth + 1)
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
