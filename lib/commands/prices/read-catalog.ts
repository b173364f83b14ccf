import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ApiError } from '#lib/errors.ts'
import { type GivenCatalog, readGivenCatalog, readGivenSources } from '#lib/prices/update/read-given.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

export interface ReadOptions {
  readonly fetch: SafeFetch
  readonly signal: AbortSignal
}

const bytesMax = 16 * 1024 * 1024
const timeoutMs = 60_000

/**
 * Reads a catalog from a file or an http address.
 * @throws Error that names it
 */
export async function readCatalogFrom(from: string, options: ReadOptions): Promise<GivenCatalog> {
  const bytes = /^https?:\/\//i.test(from) ? await download(from, options) : await readFile(from)
  try {
    return readGivenCatalog(bytes.toString())
  } catch (error) {
    throw new Error(`Cannot use ${from}: ${messageOf(error)}`, { cause: error })
  }
}

/** The public addresses of the two price files. */
export const publicAddresses = {
  genaiPrices:
    'https://raw.githubusercontent.com/pydantic/genai-prices/main/packages/python/genai_prices/data.py',
  litellm: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
} as const

/**
 * Makes a catalog from the price files of two projects, as they are today.
 * @throws Error that names the address of the file
 */
export async function readCatalogOfSources(
  addresses: Readonly<Record<keyof typeof publicAddresses, string>>,
  today: string,
  options: ReadOptions,
): Promise<GivenCatalog> {
  const [genaiPrices, litellm] = await Promise.all([
    download(addresses.genaiPrices, options),
    download(addresses.litellm, options),
  ])
  const sources = [toSource('genai-prices', genaiPrices, today), toSource('litellm', litellm, today)]
  const texts = { genaiPrices: genaiPrices.toString(), litellm: litellm.toString() }
  try {
    return readGivenSources(texts, today, sources)
  } catch (error) {
    throw new Error(
      `The price files have a format that this version cannot read: ${messageOf(error)} Update Sextant, or name a catalog with --from.`,
      { cause: error },
    )
  }
}

function toSource(name: string, bytes: Buffer, today: string) {
  return { name, version: today, sha256: createHash('sha256').update(bytes).digest('hex'), license: 'MIT' }
}

async function download(address: string, { fetch, signal }: ReadOptions): Promise<Buffer> {
  try {
    const response = await fetch(address, { signal, timeoutMs, bytesMax })
    if (response.status === 200) return await response.bytes()
    response.abort()
    throw new Error(`The server responded with ${response.status}.`)
  } catch (error) {
    throw new Error(`Cannot read ${address}: ${messageOf(error)}${adviceFor(error)}`, { cause: error })
  }
}

function adviceFor(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  if (error.code === 'url_not_allowed')
    return ' If it is a server of your own, add its host to ALLOW_PRIVATE_HOSTS.'
  if (error.code === 'client_closed') return ''
  return ' On a machine without internet access, name the catalog of a newer Sextant with --from. The limits are 60 s and 16 MiB.'
}

/** Counts the bytes: the size of a device or a pipe is unknown. */
async function readFile(path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of createReadStream(path)) {
      const bytes = Buffer.from(part)
      size += bytes.length
      if (size > bytesMax) throw new Error('The file exceeds 16 MiB.')
      parts.push(bytes)
    }
  } catch (error) {
    throw new Error(`Cannot read ${path}: ${messageOf(error)}`, { cause: error })
  }
  return Buffer.concat(parts)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
