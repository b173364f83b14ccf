import { ApiError } from '#lib/errors.ts'
import { type JsonWalker, UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import type { RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'

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
  let found: string | null = null
  visitMembers(envelope, (owner, name, walker) => {
    if (found === null && isWanted(name, walker.peek())) found = `${owner}.${name}`
  })
  return found
}

/** Gets the path of the object, and the walker at the value, where it must leave it. */
export type VisitMember = (owner: string, name: string, walker: JsonWalker) => void

/**
 * Visits the members of the conversation, but not the arguments of calls, which are the model's own.
 * @throws ApiError `invalid_json`
 */
export function visitMembers(envelope: RequestEnvelope, visit: VisitMember): void {
  visitWithin(envelope, envelope.layout.history, callArguments, visit)
}

const callArguments: ReadonlySet<string> = new Set(['input'])

/**
 * Visits the members of a member of the layout.
 * @param own names whose values are the client's or the model's own
 * @throws ApiError `invalid_json`
 */
export function visitWithin(
  envelope: RequestEnvelope,
  within: string,
  own: ReadonlySet<string>,
  visit: VisitMember,
): void {
  const walker = envelope.walk(within)
  if (walker === null) return
  const enter = (path: string): void => {
    const byte = walker.peek()
    if (byte === openBracket) {
      let index = 0
      return walker.elements(() => enter(`${path}.${index++}`))
    }
    if (byte !== openBrace) return walker.skip()
    walker.members(name => {
      visit(path, name, walker)
      if (own.has(name)) walker.skip()
      else enter(`${path}.${name}`)
    })
  }
  try {
    enter(within)
  } catch (error) {
    throw toInvalidJson(error, within)
  }
}

/** The error of a value that cannot be read, or any other error as it is. */
export function toInvalidJson(error: unknown, param: string): unknown {
  if (!(error instanceof UnreadableJson)) return error
  const message = `The request body is not valid JSON: ${error.message}.`
  return new ApiError('invalid_json', message, { cause: error, param })
}

/** The text at the walker, which stays there. */
export function textAhead(walker: JsonWalker): string {
  const { at } = walker
  const text = walker.text()
  walker.at = at
  return text
}

export function isString(firstByte: number): boolean {
  return firstByte === quote
}

export function isStringOrObject(firstByte: number): boolean {
  return firstByte === quote || firstByte === openBrace
}
