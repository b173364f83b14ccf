import { isNestedDeeper } from '#lib/contracts/core/nesting.ts'

/** A request as a link carries it: the one of the playground's draft, never an answer or a key. */
export interface SharedRequest {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  readonly draft: Fields
  /** Bodies of the other columns of a comparison. */
  readonly others?: readonly Fields[]
  /** What only the playground itself reads. */
  readonly view?: Fields
}

type Fields = Readonly<Record<string, unknown>>

/** Why a link cannot be opened; the message is meant for the user. */
export class ShareLinkError extends Error {
  override readonly name = 'ShareLinkError'
}

const depthMax = 32

/**
 * Reads the JSON of a link. The draft's body is still to be checked by its contract, like one that was typed.
 * @throws ShareLinkError when it is none, or nested more than 32 deep
 */
export function readSharedRequest(text: string): SharedRequest {
  const value = parse(text)
  if (!isFields(value) || typeof value['contract'] !== 'string' || !isFields(value['draft']))
    throw damagedLink()
  const others = Array.isArray(value['others']) ? value['others'].filter(isFields) : []
  return {
    contract: value['contract'],
    draft: value['draft'],
    ...(others.length > 0 && { others }),
    ...(isFields(value['view']) && { view: value['view'] }),
  }
}

export function damagedLink(cause?: unknown): ShareLinkError {
  return new ShareLinkError('This link is damaged. Ask for it again.', { cause })
}

function parse(text: string): unknown {
  if (isNestedDeeper(text, depthMax)) throw new ShareLinkError('This link is nested too deeply.')
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw damagedLink()
      return value
    })
  } catch (error) {
    if (error instanceof SyntaxError) throw damagedLink(error)
    throw error
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
