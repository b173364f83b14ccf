import { ApiError } from '#lib/errors.ts'
import { UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/request-envelope.ts'

const quote = 0x22
const openBrace = 0x7b
const openBracket = 0x5b

/**
 * Looks for a member of the conversation without creating its values. A name that occurs twice is found twice, because
 * two readers could see two values.
 * @param isWanted gets the name and the first byte of the value
 * @returns its path; null: there is none
 * @throws ApiError `invalid_json`: the provider might read what cannot be read here
 */
export function findMember(
  envelope: RequestEnvelope,
  isWanted: (name: string, firstByte: number) => boolean,
): string | null {
  const walker = envelope.walkHistory()
  if (walker === null) return null
  let found: string | null = null
  const visit = (path: string): void => {
    const byte = walker.peek()
    if (byte === openBracket) {
      let index = 0
      return walker.elements(() => visit(`${path}.${index++}`))
    }
    if (byte !== openBrace) return walker.skip()
    walker.members(name => {
      const inner = `${path}.${name}`
      if (found === null && isWanted(name, walker.peek())) found = inner
      // Arguments of a call are the model's own.
      if (name === 'input') walker.skip()
      else visit(inner)
    })
  }
  try {
    visit(envelope.layout.history)
  } catch (error) {
    throw toInvalidJson(error, envelope.layout.history)
  }
  return found
}

/** The error of a value that cannot be read, or any other error as it is. */
export function toInvalidJson(error: unknown, param: string): unknown {
  if (!(error instanceof UnreadableJson)) return error
  const message = `The request body is not valid JSON: ${error.message}.`
  return new ApiError('invalid_json', message, { cause: error, param })
}

export function isString(firstByte: number): boolean {
  return firstByte === quote
}

export function isStringOrObject(firstByte: number): boolean {
  return firstByte === quote || firstByte === openBrace
}
