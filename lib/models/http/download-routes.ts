import { setTimeout as sleep } from 'node:timers/promises'
import type { DownloadProgress } from '#lib/models/download/progress.ts'
import { weightsOf } from '#lib/models/model-files.ts'
import { openEventStream } from './event-stream.ts'
import { sendJson, type Exchange } from './exchange.ts'
import type { ModelHost } from './model-host.ts'
import { requireEntry } from './models-routes.ts'

/** `POST /models/{id}/pull`: starts the download or joins it, and follows it; disconnecting does not end it. */
export async function followPull(host: ModelHost, exchange: Exchange, id: string): Promise<void> {
  const download = host.pull(weightsOf(requireEntry(id)))
  const stream = openEventStream(exchange, { keepAliveMs: host.keepAliveMs, headers: () => ({}) })
  const send = (progress: DownloadProgress) => void stream.event(progress).catch(() => undefined)
  send(download.progress)
  const unsubscribe = download.subscribe(send)
  exchange.signal.addEventListener('abort', unsubscribe, { once: true })
  try {
    await Promise.race([download.finished, waitForAbort(exchange.signal)])
    if (exchange.signal.aborted) return
    await stream.event('[DONE]')
    stream.done()
  } catch (error) {
    stream.fail(error)
  } finally {
    unsubscribe()
  }
}

/**
 * `DELETE /models/{id}/pull`: cancels the download for all listeners; partial files stay for the next attempt.
 */
export function cancelPull(host: ModelHost, exchange: Exchange, id: string): void {
  const entry = weightsOf(requireEntry(id))
  const download = host.downloads.find(entry.id)
  download?.cancel()
  sendJson(exchange, { id: entry.id, object: 'model.pull', cancelled: download !== undefined })
}

/** `GET /downloads`: all downloads since the start, once as JSON or followed as events. */
export async function sendDownloads(host: ModelHost, exchange: Exchange): Promise<void> {
  const list = () => ({ object: 'list', data: host.downloads.list() })
  if (!exchange.request.headers.accept?.includes('text/event-stream')) return sendJson(exchange, list())
  const stream = openEventStream(exchange, { keepAliveMs: host.keepAliveMs, headers: () => ({}) })
  let last = ''
  while (!exchange.signal.aborted) {
    const now = JSON.stringify(list())
    if (now !== last) await stream.event(now)
    last = now
    await sleep(500, undefined, { signal: exchange.signal }).catch(() => undefined)
  }
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
