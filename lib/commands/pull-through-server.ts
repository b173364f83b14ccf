import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { DownloadProgress } from '#lib/models/download/progress.ts'
import { internalHeader } from '#lib/internal-token.ts'
import { askServer, errorMessage } from './ask-server.ts'
import { internalUrl, type RunningServer } from './running-server.ts'
import type { Readable } from 'node:stream'

const end = 'data: [DONE]'

const figures = {
  model: z.string(),
  file: z.string(),
  source: z.enum(['file', 'hub', 'url', 'wheel', 'jar']).nullable(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  remainingMs: z.number().nullable(),
}
export const progressSchema = z.union([
  z.object({ ...figures, state: z.enum(['waiting', 'downloading', 'verifying', 'ready', 'cancelled']) }),
  z.object({ ...figures, state: z.literal('failed'), reason: z.string() }),
])

/**
 * Lets the running server download a model, so that it is downloaded once, and follows the progress to the end.
 * @throws Error if the download failed or was canceled
 */
export async function pullThroughServer(
  id: string,
  server: RunningServer,
  { signal, report }: { signal: AbortSignal; report: (progress: DownloadProgress) => void },
): Promise<void> {
  const response = await askServer({
    method: 'POST',
    url: internalUrl(server, `models/${encodeURIComponent(id)}/pull`),
    headers: { [internalHeader]: server.internalToken },
    signal,
  })
  for await (const line of eventLines(response, id)) {
    if (line === end) return
    const event = readEvent(line)
    if (event === null) continue
    report(event)
    if (event.state === 'failed') throw new Error(event.reason)
    if (event.state === 'cancelled') throw new Error(`The download of ${id} was canceled.`)
  }
  throw stopped(id)
}

async function* eventLines(response: IncomingMessage, id: string): AsyncGenerator<string> {
  try {
    yield* readLines(response)
  } catch (cause) {
    throw stopped(id, cause)
  }
}

function stopped(id: string, cause?: unknown): Error {
  const advice = 'Start it again and repeat the command: the download resumes.'
  return new Error(`Sextant stopped before ${id} was complete. ${advice}`, { cause })
}

/** Comments keep the connection alive and contain no progress. */
function readEvent(line: string): DownloadProgress | null {
  if (!line.startsWith('data: {')) return null
  const json = line.slice('data: '.length)
  const message = errorMessage(json)
  if (message !== null) throw new Error(message)
  return progressSchema.parse(JSON.parse(json))
}

/** The lines of the stream. Leaving the loop closes the stream, so that it does not keep the process alive. */
async function* readLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding('utf8')
  let rest = ''
  for await (const part of stream) {
    const lines = (rest + String(part)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.map(line => line.replace(/\r$/, ''))
  }
  if (rest !== '') yield rest
}
