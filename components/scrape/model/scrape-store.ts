import { toBody } from '#components/playground/form/model/draft.ts'
import {
  createPlayground,
  type PlaygroundOptions,
  type PlaygroundStore,
} from '#components/playground/run/model/create-playground.ts'
import { createRowQueue } from '#components/playground/run/model/row-queue.ts'
import { isUnread, type ScrapeRow } from './scrape-row.ts'
import { bodyFor, type ScrapeState } from './scrape-state.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'

/** The pages of one playground, and their actions. */
export interface ScrapeStore extends PlaygroundStore<ScrapeState> {
  /** Reads every URL, as a new history entry. */
  readonly run: () => void
  /** Retries one page, with the same request or with the current options. */
  readonly retry: (index: number, options?: { readonly asSet: boolean }) => void
  /** Retries failed, stopped and canceled pages. */
  readonly retryUnread: () => void
  /** Reads a page without filters, to compare it with the extracted one. */
  readonly readWhole: (index: number) => void
  /** Stops one page, or removes it from the queue. */
  readonly cancel: (index: number) => void
}

export function createScrapeStore(options: PlaygroundOptions<ScrapeState>): ScrapeStore {
  const playground = createPlayground(options)
  const { read, update } = playground
  const queue = createRowQueue<ScrapeRow, ScrapeState>(playground, {
    // More would only wait in the server's queue per website.
    atOnceMax: 4,
    mainRun: ({ run }) => run,
    runsOf: ({ run, whole }) => [run, whole].filter(each => each !== null),
    // A website's error only concerns its own page.
    isOfAll: ({ status }) => status === 401,
    start: (index, { body }) => start(index, body, 'run'),
  })

  function start(index: number, body: string, slot: 'run' | 'whole'): void {
    const sent = playground.send(body, run => {
      queue.updateRow(index, row => ({ ...row, [slot]: run }))
      if (run.state !== 'running' && slot === 'run') queue.goOn(run)
    })
    queue.updateRow(index, row => ({ ...row, [slot]: sent }))
  }

  return {
    ...playground,
    run() {
      if (playground.runningCount() > 0) return
      const { body, addresses } = read()
      // Without a URL the request is sent unchanged: the API reports the missing field.
      const asked = addresses.length > 0 ? addresses : [undefined]
      const rows = asked.map(address => toRow(body, address))
      const entry = playground.newEntry()
      update(before => ({ ...before, rows, chosen: 0, entry, restored: false }))
      queue.fill()
    },
    retry(index, { asSet } = { asSet: false }) {
      const run = read().rows[index]?.run
      if (run && playground.isRunning(run.id)) return
      const { body } = read()
      queue.retry((_, at) => at === index, asSet ? row => toRow(body, row.address) : toQueued)
    },
    retryUnread: () => queue.retry(isUnread, toQueued),
    readWhole(index) {
      const row = read().rows[index]
      if (row === undefined || row.whole?.state === 'running') return
      update(before => ({ ...before, restored: false }))
      start(index, toWholeBody(row.body), 'whole')
    },
    cancel(index) {
      queue.takeOut(index)
      const run = read().rows[index]?.run
      if (run) playground.stopSlot(run.id)
    },
    stop: queue.stop,
  }
}

function toRow(body: ScrapeState['body'], address: string | undefined): ScrapeRow {
  const sent = toBody({ body: bodyFor(body, address) })
  return { address: address ?? '', body: sent, run: null, whole: null, cancelled: false }
}

function toQueued(row: ScrapeRow): ScrapeRow {
  return { ...row, run: null, whole: null, cancelled: false }
}

/** The same request for the whole page as Markdown: nothing selected, nothing removed. */
export function toWholeBody(body: string): string {
  const sent = toObject(readJson(body))
  const { includeTags: _, excludeTags: __, ...params } = toObject(sent['params'])
  return JSON.stringify({ ...sent, params: { ...params, formats: ['markdown'], onlyMainContent: false } })
}
