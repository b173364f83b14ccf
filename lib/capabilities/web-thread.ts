import { Worker } from 'node:worker_threads'
import type { MapEvent, MapRequest } from '#lib/contracts/map.ts'
import type { CheckRobots } from '#lib/engines/web/page/check-robots.ts'
import type { FetchPage } from '#lib/engines/web/page/fetch-page.ts'
import type { EventStream, StreamItem } from './call.ts'
import type { MapCall } from './map-pages.ts'
import { fromWebFailure } from './web-failure.ts'
import { WebInbox } from './web-inbox.ts'
import type { FromWebThread, ToWebThread, WebJob, WebResults, WebThreadSettings } from './web-work.ts'

const idleMs = 600_000
const memoryMegabytesMax = 1024

/** The thread that visits websites. What it does keeps no other call of the gateway waiting, hostile sites included. */
export interface WebThread {
  /** @throws what the job throws; the signal's reason; Error when the thread broke, and the next job starts another */
  ask<J extends WebJob>(job: J, call: MapCall): Promise<WebResults[J['kind']]>
  streamPages(input: MapRequest, call: MapCall): EventStream<MapEvent>
  readonly fetchPage: FetchPage
  readonly checkRobots: CheckRobots
}

interface Running {
  readonly worker: Worker
  readonly inboxes: Map<number, WebInbox>
  readonly idle: NodeJS.Timeout
}

/** It is started by the first job, and stopped when nothing was asked of it for ten minutes. */
export function createWebThread(settings: WebThreadSettings): WebThread {
  let running: Running | null = null
  let lastId = 0

  function start(): Running {
    const worker = new Worker(new URL('./web-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: settings.memoryMegabytes ?? memoryMegabytesMax },
    })
    const started: Running = { worker, inboxes: new Map(), idle: setTimeout(stopIdle, idleMs).unref() }
    worker.unref()
    worker.on('message', (message: FromWebThread) => {
      if (message.kind === 'stray') return void Promise.reject(fromWebFailure(message.failure))
      started.inboxes.get(message.id)?.put(message)
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The thread that visits websites stopped.')))
    return started

    function stopIdle(): void {
      if (started.inboxes.size > 0) return void started.idle.refresh()
      if (running === started) running = null
      void worker.terminate()
    }

    function end(error: Error): void {
      clearTimeout(started.idle)
      if (running === started) running = null
      for (const inbox of started.inboxes.values()) inbox.fail(error)
    }
  }

  async function* talk(job: WebJob, call: MapCall) {
    call.signal.throwIfAborted()
    const { worker, inboxes, idle } = (running ??= start())
    const id = ++lastId
    const inbox = new WebInbox(call.signal)
    const post = (message: ToWebThread): void => worker.postMessage(message)
    inboxes.set(id, inbox)
    idle.refresh()
    worker.ref()
    let over = false
    try {
      post({ kind: 'start', id, job })
      for (;;) {
        const message = await inbox.take()
        over = message.kind === 'end' || message.kind === 'failed'
        switch (message.kind) {
          case 'end':
            return message.result
          case 'failed':
            throw fromWebFailure(message.failure)
          case 'truncated':
            call.truncated(message.budgets)
            break
          case 'waited':
            call.waited('upstream', message.ms)
            break
          case 'item':
            yield message.item
            post({ kind: 'next', id })
        }
      }
    } finally {
      if (!over) post({ kind: 'leave', id })
      inbox.close()
      inboxes.delete(id)
      if (inboxes.size === 0) worker.unref()
    }
  }

  async function ask<J extends WebJob>(job: J, call: MapCall): Promise<WebResults[J['kind']]> {
    const { value } = await talk(job, call).next()
    return value as WebResults[J['kind']]
  }

  async function* streamPages(input: MapRequest, call: MapCall): AsyncGenerator<StreamItem<MapEvent>> {
    yield* talk({ kind: 'streamPages', input }, call)
  }

  return {
    ask,
    streamPages,
    fetchPage: ({ signal, ...request }) => ask({ kind: 'fetchPage', request }, alone(signal)),
    async checkRobots(url, { signal, param }) {
      await ask({ kind: 'checkRobots', url, param }, alone(signal))
    },
  }
}

function alone(signal: AbortSignal): MapCall {
  return { signal, truncated: () => undefined, waited: () => undefined }
}
