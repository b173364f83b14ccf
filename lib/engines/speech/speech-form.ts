import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { RequestBody } from '#lib/engines/open-answer.ts'
import type { SpeechQuestion } from './speech-model.ts'

/** A form with one file, read from disk while it is sent. */
export function toSpeechForm(
  question: SpeechQuestion,
  fields: Readonly<Record<string, string>>,
): RequestBody {
  const boundary = `sextant-${randomBytes(16).toString('hex')}`
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${toToken(question.name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const head = Buffer.from(texts.join('') + file)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts(): AsyncGenerator<Buffer> {
    yield head
    for await (const part of createReadStream(question.path)) yield Buffer.from(part as Uint8Array)
    yield tail
  }
  return {
    stream: Readable.from(parts(), { objectMode: false }),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + question.sizeBytes + tail.length),
    },
  }
}

// Only its end matters to a server, and quotes or line ends would leave the header.
function toToken(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_')
}
