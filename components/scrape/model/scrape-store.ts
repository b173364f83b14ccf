import { toBody } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import { startRun, type RunHandle, type StartRun } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { isFatalForBatch } from '#components/playground/run/model/fatal-for-batch.ts'
import { isUnread, type ScrapeRow } from './scrape-row.ts'
import { bodyFor, type ScrapeState } from './scrape-state.ts'
import { toObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'

/** The pages of one playground, and every action that sends a request. Nothing runs without an action. */
export interface ScrapeStore extends StateStore<ScrapeState> {
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
  readonly stop: () => void
  /** Stops all runs and opens another state; late responses of the old runs change nothing. */
  readonly open: (state: ScrapeState) => void
}

export interface ScrapeStoreOptions {
  readonly initial: ScrapeState
  readonly path: string
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartRun
}

// More would only wait in the server's queue per website.
const atOnceMax = 4

// A website's error only concerns its own page.
const isOfAll = ({ status }: { status: number }) => status === 401

export function createScrapeStore(options: ScrapeStoreOptions): ScrapeStore {
  const { path, newId, now = Date.now, send = startRun } = options
  const { read, subscribe, update } = createStateStore(options.initial)
  let handles = new Map<string, RunHandle>()
  const updateRows = (change: (row: ScrapeRow, index: number) => ScrapeRow) =>
    update(({ rows, ...rest }) => ({ ...rest, rows: rows.map(change) }))
  const updateRow = (index: number, changes: Partial<ScrapeRow>) =>
    updateRows((row, at) => (at === index ? { ...row, ...changes } : row))

  function start(index: number, body: string, slot: 'run' | 'whole'): void {
    const mine = handles
    const handle = send(
      { path, body },
      {
        onUpdate(run) {
          if (mine !== handles || !handles.has(run.id)) return
          if (run.state !== 'running') handles.delete(run.id)
          updateRow(index, { [slot]: run })
          if (run.state !== 'running' && slot === 'run') goOn(run)
        },
      },
    )
    handles.set(handle.id, handle)
    updateRow(index, { [slot]: handle.current() })
  }

  function goOn(ended: Run): void {
    if (isFatalForBatch(ended, isOfAll)) takeOutQueued()
    fill()
  }

  function fill(): void {
    while (handles.size < atOnceMax) {
      const { rows } = read()
      const index = rows.findIndex(({ run, cancelled }) => run === null && !cancelled)
      const row = rows[index]
      if (row === undefined) return
      start(index, row.body, 'run')
    }
  }

  /** Late responses change nothing. */
  function forget(id: string): void {
    const handle = handles.get(id)
    handles.delete(id)
    handle?.stop()
  }

  const takeOutQueued = () =>
    updateRows(row => (row.run === null && !row.cancelled ? { ...row, cancelled: true } : row))

  function readAgain(isAgain: (row: ScrapeRow, index: number) => boolean, asSet: boolean): void {
    read()
      .rows.filter(isAgain)
      .forEach(({ whole }) => whole && forget(whole.id))
    update(({ rows, body, ...rest }) => ({
      ...rest,
      body,
      restored: false,
      rows: rows.map((row, index) =>
        isAgain(row, index)
          ? {
              ...row,
              body: asSet ? toBody({ body: bodyFor(body, row.address) }) : row.body,
              run: null,
              whole: null,
              cancelled: false,
            }
          : row,
      ),
    }))
    fill()
  }

  return {
    read,
    subscribe,
    update,
    run() {
      if (handles.size > 0) return
      const { body, addresses } = read()
      // Without a URL the request is sent unchanged: the API reports the missing field.
      const asked = addresses.length > 0 ? addresses : [undefined]
      const rows = asked.map(address => ({
        address: address ?? '',
        body: toBody({ body: bodyFor(body, address) }),
        run: null,
        whole: null,
        cancelled: false,
      }))
      const entry = { id: newId(), createdAt: now() }
      update(before => ({ ...before, rows, chosen: 0, entry, restored: false }))
      fill()
    },
    retry(index, { asSet } = { asSet: false }) {
      const run = read().rows[index]?.run
      if (run && handles.has(run.id)) return
      readAgain((_, at) => at === index, asSet)
    },
    retryUnread: () => readAgain(isUnread, false),
    readWhole(index) {
      const row = read().rows[index]
      if (row === undefined || row.whole?.state === 'running') return
      update(before => ({ ...before, restored: false }))
      start(index, toWholeBody(row.body), 'whole')
    },
    cancel(index) {
      const row = read().rows[index]
      if (row === undefined) return
      if (row.run === null) updateRow(index, { cancelled: true })
      else handles.get(row.run.id)?.stop()
    },
    stop() {
      takeOutQueued()
      handles.forEach(handle => handle.stop())
    },
    open(next) {
      const left = handles
      handles = new Map()
      left.forEach(handle => handle.stop())
      update(() => next)
    },
  }
}

/** The same request for the whole page as Markdown: nothing selected, nothing removed. */
export function toWholeBody(body: string): string {
  const sent = toObject(readJson(body))
  const { includeTags: _, excludeTags: __, ...params } = toObject(sent['params'])
  return JSON.stringify({ ...sent, params: { ...params, formats: ['markdown'], onlyMainContent: false } })
}
