import {
  damagedLink,
  readSharedRequest,
  ShareLinkError,
  type SharedRequest,
} from '#lib/contracts/console/shared-request.ts'
import { withoutFiles } from '#lib/without-files.ts'
import { withoutSecrets } from '#lib/without-secrets.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

export const linkLengthMax = 8192
const inflatedBytesMax = 1_000_000

export type ShareLink =
  | { readonly kind: 'link'; /** `#v1.…` */ readonly fragment: string }
  | { readonly kind: 'too-large'; readonly length: number; readonly lengthMax: number }

/** The shareable part of a draft, and how much was left out. */
export interface Shareable {
  readonly request: SharedRequest
  readonly secretsRemoved: number
  readonly filesRemoved: number
}

/** The request alone: never a response, key or file. */
export function toShareable(draft: Draft): Shareable {
  const files = withoutFiles({
    contract: draft.contract,
    draft: draft.body,
    ...(draft.others && { others: draft.others }),
    ...(draft.apiFormats && { apiFormats: draft.apiFormats }),
    ...(draft.view && { view: draft.view }),
  })
  const secrets = withoutSecrets(files.value)
  return { request: secrets.value, secretsRemoved: secrets.removed, filesRemoved: files.removed }
}

/** Packs a request into a URL fragment, which is never sent to a server. */
export async function toShareLink({ request }: Shareable): Promise<ShareLink> {
  const packed = new Blob([JSON.stringify(request)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'))
  const fragment = `#v1.${toBase64Url(new Uint8Array(await new Response(packed).arrayBuffer()))}`
  return fragment.length > linkLengthMax
    ? { kind: 'too-large', length: fragment.length, lengthMax: linkLengthMax }
    : { kind: 'link', fragment }
}

/**
 * Unpacks a fragment. The draft's body still needs validation by its contract.
 * @param contracts ids that this page can open
 * @returns null when the fragment is not a share link
 * @throws ShareLinkError when it is damaged, too large or of an unknown playground
 */
export async function readShareLink(fragment: string, contracts: readonly string[]): Promise<Draft | null> {
  const packed = /^#v1\.(.*)$/s.exec(fragment)?.[1]
  if (packed === undefined) return null
  if (fragment.length > linkLengthMax) throw new ShareLinkError('This link is longer than 8 KB.')
  const text = await inflateBounded(fromBase64Url(packed), inflatedBytesMax).catch(toDamaged)
  return toDraft(readSharedRequest(text), contracts)
}

/** @throws ShareLinkError for an unknown playground */
export function toDraft(
  { contract, draft: body, ...rest }: SharedRequest,
  contracts: readonly string[],
): Draft {
  if (contracts.includes(contract)) return { contract, body, ...rest }
  throw new ShareLinkError(`This link is for the unknown playground “${contract.slice(0, 40)}”.`)
}

function toDamaged(error: unknown): never {
  throw error instanceof RangeError
    ? new ShareLinkError('This link unpacks to more than 1 MB.', { cause: error })
    : damagedLink(error)
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw damagedLink()
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Uint8Array.from(atob(padded), character => character.charCodeAt(0))
  } catch (error) {
    throw damagedLink(error)
  }
}

/**
 * Inflates raw deflate data to text, and stops at the limit: a few kilobytes can expand to gigabytes.
 * @throws RangeError over the limit; TypeError for damaged data
 */
export async function inflateBounded(packed: Uint8Array<ArrayBuffer>, bytesMax: number): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new RangeError(`more than ${bytesMax} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
