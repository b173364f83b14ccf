import type { Readable } from 'node:stream'

/** The stream's lines. Leaving the loop closes the stream, so that nothing of it keeps the process alive. */
export async function* readLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let rest = ''
  for await (const part of stream) {
    const lines = (rest + String(part)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.map(line => line.replace(/\r$/, ''))
  }
  if (rest !== '') yield rest
}
