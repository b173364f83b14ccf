import { StringDecoder } from 'node:string_decoder'
import type { SafeResponse } from '#lib/web/fetch/safe-fetch.ts'
import { yieldToEventLoop } from '#lib/web/fetch/yield-to-event-loop.ts'
import { charsetBytes, findCharset } from './charset.ts'

const mark = '\uFEFF'
// Parsed in well under a millisecond.
const pieceChars = 16 * 1024

/**
 * The decoded text of a response as it arrives, in small pieces, yielding to the event loop between them.
 * @throws errors of the body, after the text before them
 */
export async function* readText(response: SafeResponse, options: ReadOptions = {}): AsyncGenerator<string> {
  for await (const text of decodeText(response, options)) {
    for (let at = 0; at < text.length; at += pieceChars) {
      await yieldToEventLoop()
      yield text.length <= pieceChars ? text : text.slice(at, at + pieceChars)
    }
  }
}

interface ReadOptions {
  /** Instead of the body as it is received. */
  readonly body?: AsyncIterable<Buffer>
  /** Default: as stated, otherwise UTF-8. @param head the beginning of the body */
  readonly charsetOf?: (contentType: string, head: Buffer) => string
}

async function* decodeText(
  { headers, body: received }: SafeResponse,
  { body = received, charsetOf = findCharset }: ReadOptions,
): AsyncGenerator<string> {
  const type = headers['content-type']
  const start = (head: Buffer) => createDecode(charsetOf(typeof type === 'string' ? type : '', head))
  let head: Buffer = Buffer.alloc(0)
  let decode: Decode | null = null
  try {
    for await (const bytes of body) {
      if (decode !== null) {
        yield decode(bytes, false)
        continue
      }
      head = head.length === 0 ? bytes : Buffer.concat([head, bytes])
      if (head.length < charsetBytes) continue
      decode = start(head)
      yield withoutMark(decode(head, false))
    }
  } catch (error) {
    if (decode === null) yield withoutMark(start(head)(head, false))
    throw error
  }
  yield decode === null ? withoutMark(start(head)(head, true)) : decode(Buffer.alloc(0), true)
}

type Decode = (bytes: Buffer, last: boolean) => string

function createDecode(charset: string): Decode {
  if (charset === 'utf-8') {
    // Several times faster than the general decoder, and valid for most of the web.
    const decoder = new StringDecoder('utf8')
    return (bytes, last) => (last ? decoder.end(bytes) : decoder.write(bytes))
  }
  const decoder = new TextDecoder(charset, { ignoreBOM: true })
  return (bytes, last) => decoder.decode(bytes, { stream: !last })
}

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text
}
