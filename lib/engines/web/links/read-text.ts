import { StringDecoder } from 'node:string_decoder'
import type { SafeResponse } from '#lib/engines/web/safe-fetch.ts'
import { charsetBytes, findCharset } from './charset.ts'

const mark = '\uFEFF'

/** The text of an answer as it arrives, decoded by its charset; never more than one piece of it is held. */
export async function* readText(
  response: SafeResponse,
  body: AsyncIterable<Buffer> = response.body,
): AsyncGenerator<string> {
  const type = response.headers['content-type']
  let head: Buffer | null = Buffer.alloc(0)
  let decode: ((bytes: Buffer, last: boolean) => string) | null = null
  for await (const bytes of body) {
    if (decode !== null) {
      yield decode(bytes, false)
      continue
    }
    head = head === null || head.length === 0 ? bytes : Buffer.concat([head, bytes])
    if (head.length < charsetBytes) continue
    decode = createDecode(findCharset(typeof type === 'string' ? type : '', head))
    yield withoutMark(decode(head, false))
    head = null
  }
  decode ??= createDecode(findCharset(typeof type === 'string' ? type : '', head ?? Buffer.alloc(0)))
  yield head === null ? decode(Buffer.alloc(0), true) : withoutMark(decode(head, true))
}

function createDecode(charset: string): (bytes: Buffer, last: boolean) => string {
  if (charset === 'utf-8') {
    // Several times cheaper than the general decoder, and most of the web.
    const decoder = new StringDecoder('utf8')
    return (bytes, last) => (last ? decoder.end(bytes) : decoder.write(bytes))
  }
  const decoder = new TextDecoder(charset, { ignoreBOM: true })
  return (bytes, last) => decoder.decode(bytes, { stream: !last })
}

function withoutMark(text: string): string {
  return text.startsWith(mark) ? text.slice(1) : text
}
