import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface CompressedFiles {
  /** Sends a compressed copy. `false` if there is none. */
  send(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Sends the console's response compressed and keeps the copy. `false` if the response must pass unchanged. */
  compress(incoming: IncomingMessage, answer: ConsoleAnswer, outgoing: ServerResponse): boolean
}

interface ConsoleAnswer {
  readonly message: IncomingMessage
  /** Name, value, name, value. */
  readonly headers: readonly string[]
}

interface Copy {
  readonly headers: readonly string[]
  readonly bytes: Buffer
}

type Encoding = 'br' | 'gzip'

const keptBytesMax = 32 * 1024 * 1024
const fileBytesMax = 4 * 1024 * 1024
// A smaller file fits in one packet anyway.
const fileBytesMin = 1024

/**
 * The console's scripts and styles, compressed once each: a URL below `/_next/static/` names its content. Pages and
 * events are not compressed, because a compressed page with a secret and a part that a stranger chose reveals the
 * secret by its length.
 */
export function createCompressedFiles(): CompressedFiles {
  const copies = new Map<string, Copy>()
  let keptBytes = 0

  function send(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const key = keyOf(incoming)
    const copy = key === null ? undefined : copies.get(key)
    if (copy === undefined) return false
    write(copy, outgoing)
    return true
  }

  function compress(incoming: IncomingMessage, answer: ConsoleAnswer, outgoing: ServerResponse): boolean {
    const encoding = encodingOf(incoming)
    const key = keyOf(incoming)
    if (encoding === null || key === null || !isCompressible(answer.message)) return false
    buffer(answer.message)
      .then(bytes => compressWith[encoding](bytes))
      .then(
        bytes => {
          const copy = { headers: compressedHeaders(answer.headers, encoding), bytes }
          keep(key, copy)
          write(copy, outgoing)
        },
        () => outgoing.destroy(),
      )
    return true
  }

  function keep(key: string, copy: Copy): void {
    if (copies.has(key)) return
    if (keptBytes + copy.bytes.length > keptBytesMax) {
      copies.clear()
      keptBytes = 0
    }
    copies.set(key, copy)
    keptBytes += copy.bytes.length
  }

  return { send, compress }
}

function keyOf(incoming: IncomingMessage): string | null {
  const { method, url = '', headers } = incoming
  const isWhole = headers.range === undefined && headers['if-none-match'] === undefined
  return method === 'GET' && isWhole && staticFile.test(url) ? `${encodingOf(incoming)} ${url}` : null
}

// Without a query: each would be a copy of its own.
const staticFile = /^\/_next\/static\/[\w./~-]+$/

function encodingOf({ headers }: IncomingMessage): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

function isCompressible({ statusCode, headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return (
    statusCode === 200 &&
    headers['content-encoding'] === undefined &&
    /\bimmutable\b/.test(headers['cache-control'] ?? '') &&
    /^(?:text\/|application\/(?:javascript|json|wasm)|image\/svg)/.test(headers['content-type'] ?? '') &&
    length >= fileBytesMin &&
    length <= fileBytesMax
  )
}

const compressWith: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: bytes => promisify(gzip)(bytes),
}

function compressedHeaders(headers: readonly string[], encoding: Encoding): string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (!/^(?:content-length|vary|date)$/i.test(name)) kept.push(name, headers[at + 1] ?? '')
  }
  return [...kept, 'content-encoding', encoding, 'vary', 'accept-encoding']
}

function write({ headers, bytes }: Copy, outgoing: ServerResponse): void {
  if (outgoing.destroyed) return
  outgoing.writeHead(200, [...headers, 'content-length', String(bytes.length)])
  outgoing.end(bytes)
}
