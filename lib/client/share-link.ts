import type { Draft } from './draft.ts'
import { inflateBounded } from './inflate-bounded.ts'
import { isNestedDeeper } from './nesting.ts'
import { withoutSecrets } from './without-secrets.ts'

export const linkLengthMax = 8192
const inflatedBytesMax = 1_000_000
const depthMax = 32

export type ShareLink =
  | { readonly kind: 'link'; /** `#v1.…` */ readonly fragment: string; readonly secretsRemoved: number }
  | { readonly kind: 'too-large'; readonly length: number; readonly lengthMax: number }

/** Why a fragment cannot be opened; the message is meant for the user. */
export class ShareLinkError extends Error {
  override readonly name = 'ShareLinkError'
}

/** Packs a draft into a fragment, which no server sees: the request alone, never an answer or a key. */
export async function toShareLink(draft: Draft): Promise<ShareLink> {
  const { value, removed } = withoutSecrets({
    contract: draft.contract,
    draft: draft.body,
    ...(draft.others && { others: draft.others }),
    ...(draft.view && { view: draft.view }),
  })
  const packed = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const fragment = `#v1.${toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()))}`
  return fragment.length > linkLengthMax
    ? { kind: 'too-large', length: fragment.length, lengthMax: linkLengthMax }
    : { kind: 'link', fragment, secretsRemoved: removed }
}

/**
 * Unpacks a fragment. The draft's body is still to be checked by its contract, like one that was typed.
 * @param contracts ids that this page can open
 * @returns null when the fragment is none of ours
 * @throws ShareLinkError when it is ours and damaged, too large or of an unknown playground
 */
export async function readShareLink(fragment: string, contracts: readonly string[]): Promise<Draft | null> {
  const packed = /^#v1\.(.*)$/s.exec(fragment)?.[1]
  if (packed === undefined) return null
  if (fragment.length > linkLengthMax) throw new ShareLinkError('This link is longer than 8 KB.')
  const value = parse(await inflateBounded(fromBase64Url(packed), inflatedBytesMax).catch(toDamaged))
  if (!isRecord(value) || typeof value['contract'] !== 'string' || !isRecord(value['draft'])) throw damaged()
  if (!contracts.includes(value['contract'])) {
    throw new ShareLinkError(`This link is for “${value['contract'].slice(0, 40)}”, which is not known here.`)
  }
  const others = Array.isArray(value['others']) ? value['others'].filter(isRecord) : []
  return {
    contract: value['contract'],
    body: value['draft'],
    ...(others.length > 0 && { others }),
    ...(isRecord(value['view']) && { view: value['view'] }),
  }
}

function parse(text: string): unknown {
  if (isNestedDeeper(text, depthMax)) throw new ShareLinkError('This link is nested too deeply.')
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw damaged()
      return value
    })
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(error)
    throw error
  }
}

function toDamaged(error: unknown): never {
  throw error instanceof RangeError
    ? new ShareLinkError('This link unpacks to more than 1 MB.', { cause: error })
    : damaged(error)
}

function damaged(cause?: unknown): ShareLinkError {
  return new ShareLinkError('This link is damaged. Ask for it again.', { cause })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw damaged()
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Uint8Array.from(atob(padded), character => character.charCodeAt(0))
  } catch (error) {
    throw damaged(error)
  }
}
