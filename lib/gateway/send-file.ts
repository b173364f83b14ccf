import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { unreadMsMax } from './unread-answer.ts'

/** Sends a JSON body that lies on disk; a client that reads nothing of it for long is cut off. */
export async function sendFile(
  outgoing: ServerResponse,
  file: { readonly path: string; readonly sizeBytes: number },
  headers: readonly string[],
  keepAliveMs: number,
): Promise<void> {
  outgoing.writeHead(200, [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(file.sizeBytes),
  ])
  outgoing.setTimeout(unreadMsMax(keepAliveMs), () => void outgoing.destroy())
  await pipeline(createReadStream(file.path), outgoing)
  outgoing.setTimeout(0)
}
