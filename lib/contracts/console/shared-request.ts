import { isNestedDeeper } from '#lib/contracts/core/nesting.ts'

/** A request in a link: the playground's draft, never a response or a key. */
export interface SharedRequest {
  /** Id of the contract, e.g. `chat`. */
  readonly contract: string
  readonly draft: Fields
  /** Bodies of the other columns in a comparison. */
  readonly others?: readonly Fields[]
  /** API formats that `draft` and `others` are sent in; absent: the contract's own. */
  readonly apiFormats?: readonly string[]
  /** Settings of the playground only. */
  readonly view?: Fields
}

type Fields = Readonly<Record<string, unknown>>

/** Why a link cannot be opened; the message is shown to the user. */
export class ShareLinkError extends Error {
  override readonly name = 'ShareLinkError'
}

const depthMax = 32

/**
 * Parses the JSON of a link. The body must still be validated by its contract.
 * @throws ShareLinkError for invalid JSON, or more than 32 levels of nesting
 */
export function readSharedRequest(text: string): SharedRequest {
  const value = parse(text)
  if (!isFields(value) || typeof value['contract'] !== 'string' || !isFields(value['draft']))
    throw damagedLink()
  const others = Array.isArray(value['others']) ? value['others'].filter(isFields) : []
  const formats = Array.isArray(value['apiFormats']) ? value['apiFormats'].map(String) : []
  return {
    contract: value['contract'],
    draft: value['draft'],
    ...(others.length > 0 && { others }),
    ...(formats.length > 0 && { apiFormats: formats }),
    ...(isFields(value['view']) && { view: value['view'] }),
  }
}

export function damagedLink(cause?: unknown): ShareLinkError {
  return new ShareLinkError('This link is damaged. Ask for a new one.', { cause })
}

function parse(text: string): unknown {
  if (isNestedDeeper(text, depthMax))
    throw new ShareLinkError('This link is too deeply nested. Ask for a new one.')
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
