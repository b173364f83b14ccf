import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { createContent, createEntry, createFile } from '#lib/models/__fixtures__/small-model.ts'
import { createDownloads, type FetchModel } from './downloads.ts'
import type { DownloadProgress } from './progress.ts'

const entry = createEntry([createFile(createContent(1000))])

test('several listeners share one download and all receive its end', async () => {
  let fetches = 0
  const gate = Promise.withResolvers<void>()
  const downloads = create(async () => {
    fetches += 1
    await gate.promise
  })
  const first = downloads.start(entry)
  const second = downloads.start(entry)
  const seen: string[] = []
  first.subscribe(progress => seen.push(`first ${progress.state}`))
  second.subscribe(progress => seen.push(`second ${progress.state}`))
  gate.resolve()
  await first.finished

  expect(fetches).toBe(1)
  expect(seen).toEqual(['first ready', 'second ready'])
  expect(downloads.find(entry.id)).toBeUndefined()
  expect(downloads.list()).toMatchObject([{ model: entry.id, state: 'ready', doneBytes: 1000 }])
})

test('canceling ends it for all listeners', async () => {
  const downloads = create(async (_entry, { signal }) => await waitForAbort(signal))
  const download = downloads.start(entry)
  download.cancel()

  await expect(download.finished).rejects.toThrow('was canceled')
  expect(downloads.list()).toMatchObject([{ state: 'cancelled' }])
  expect(downloads.active).toBe(0)
})

test('a failure is the last event, with its reason, and the next attempt is a new download', async () => {
  const answers = [new ApiError('model_unavailable', 'hub: refused'), null]
  const downloads = create(async () => {
    const answer = answers.shift()
    if (answer) throw answer
  })
  await expect(downloads.start(entry).finished).rejects.toThrow('refused')
  expect(downloads.list()).toMatchObject([{ state: 'failed', reason: 'hub: refused' }])

  await downloads.start(entry).finished
  expect(downloads.list()).toMatchObject([{ state: 'ready' }])
})

test('progress is throttled to a few events per second, state changes are not', async () => {
  const seen: DownloadProgress[] = []
  const downloads = create(async (_entry, { report }) => {
    for (let doneBytes = 0; doneBytes < 1000; doneBytes += 1) report(step('downloading', doneBytes))
    report(step('verifying', 1000))
  }, seen)
  await downloads.start(entry).finished

  expect(seen.map(progress => progress.state)).toEqual(['downloading', 'verifying', 'ready'])
})

test('an unsubscribed listener receives nothing more', async () => {
  const gate = Promise.withResolvers<void>()
  const downloads = create(async () => await gate.promise)
  const seen: DownloadProgress[] = []
  const download = downloads.start(entry)
  download.subscribe(progress => seen.push(progress))()
  gate.resolve()
  await download.finished

  expect(seen).toEqual([])
})

function create(fetch: FetchModel, seen: DownloadProgress[] = []) {
  return createDownloads({ fetch, log: progress => seen.push(progress) })
}

function step(state: 'downloading' | 'verifying', doneBytes: number): DownloadProgress {
  return {
    model: entry.id,
    file: 'weights.gguf',
    source: 'hub',
    doneBytes,
    totalBytes: 1000,
    bytesPerSecond: 1,
    remainingMs: null,
    state,
  }
}

async function waitForAbort(signal: AbortSignal): Promise<void> {
  await new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  )
}
