import { parentPort, workerData } from 'node:worker_threads'
import { createCheckRobots } from '#lib/web/fetch/robots/check-robots.ts'
import { createFetchPage } from '#lib/web/fetch/fetch-page.ts'
import { createPoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import type { MapContext } from './map.ts'
import { toWebFailure } from './web-failure.ts'
import { writeWebJson } from './web-json.ts'
import type { FromWebThread, ToWebThread, WebJob, WebResults, WebThreadSettings } from './web-work.ts'

/** A running job. */
interface Talk {
  readonly left: AbortController
  /** Requests the next item. */
  next: () => void
}

const { guarding, budgets } = workerData as WebThreadSettings
const fetch = createPoliteFetch(createSafeFetch(guarding))
const fetchPage = createFetchPage(fetch)
const checkRobots = createCheckRobots(fetch)
const talks = new Map<number, Talk>()

parentPort?.on('message', (message: ToWebThread & { readonly id: number }) => {
  if (message.kind === 'start') return void serve(message.id, message.job)
  const talk = talks.get(message.id)
  if (message.kind === 'next') talk?.next()
  else talk?.left.abort()
})

// An unhandled error is logged: it must not end every map.
process.on('unhandledRejection', error => post({ kind: 'stray', id: 0, failure: toWebFailure(error) }))

async function serve(id: number, job: WebJob): Promise<void> {
  const talk: Talk = { left: new AbortController(), next: () => undefined }
  talks.set(id, talk)
  try {
    post({ kind: 'end', id, result: await work(id, job, talk) })
  } catch (error) {
    post({ kind: 'failed', id, failure: toWebFailure(error) })
  } finally {
    talks.delete(id)
  }
}

async function work(id: number, job: WebJob, talk: Talk): Promise<WebResults[WebJob['kind']]> {
  const { signal } = talk.left
  const context: MapContext = {
    signal,
    trace: {
      truncated: cut => post({ kind: 'truncated', id, budgets: cut }),
      waited: (_, ms) => post({ kind: 'waited', id, ms }),
    },
  }
  switch (job.kind) {
    case 'findPages':
      return await (await loadMap()).findPages(job.input, context)
    case 'writePages':
      return (await writeWebJson(await (await loadMap()).findPages(job.input, context))).parts
    case 'streamPages': {
      const { streamPages } = await loadMap()
      signal.addEventListener('abort', () => talk.next(), { once: true })
      // Backpressure: an item is sent when the previous one was consumed.
      for await (const item of streamPages(job.input, context)) {
        // A client that disconnected meanwhile consumes nothing more: waiting would never end.
        signal.throwIfAborted()
        const taken = Promise.withResolvers<void>()
        talk.next = taken.resolve
        post({ kind: 'item', id, item })
        await taken.promise
        signal.throwIfAborted()
      }
      return null
    }
    case 'fetchPage':
      return await fetchPage({ ...job.request, signal })
    case 'checkRobots':
      await checkRobots(job.url, { signal, param: job.param })
      return null
  }
}

/** Loaded with the first map: it takes longer to load than all that a single page needs. */
async function loadMap() {
  const { createFindPages, createStreamPages } = await import('./map.ts')
  return {
    findPages: createFindPages({ fetch, budgets }),
    streamPages: createStreamPages({ fetch, budgets }),
  }
}

function post(message: FromWebThread): void {
  parentPort?.postMessage(message)
}
