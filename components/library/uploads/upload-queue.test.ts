import { expect, test } from 'vitest'
import type { UploadObserver } from './upload-file.ts'
import { createUploadQueue, summarizeUploads } from './upload-queue.ts'

/** Uploads that end when the test says so. */
function heldUploads() {
  const held = new Map<string, { readonly observer: UploadObserver; readonly end: (id: string) => void }>()
  const queue = createUploadQueue(
    (file, _, observer) =>
      new Promise((resolve, reject) => {
        held.set(file.name, { observer, end: resolve })
        observer.signal.addEventListener('abort', () => reject(observer.signal.reason))
      }),
  )
  return { queue, held, states: () => queue.read().map(({ state }) => state.status) }
}

const files = (...names: readonly string[]) => names.map(name => new File(['text'], name))

test('three files are sent at once, and the next one when one of them has ended', async () => {
  const { queue, held, states } = heldUploads()

  queue.add(files('a.txt', 'b.txt', 'c.txt', 'd.txt'), 'papers')
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'queued'])
  held.get('b.txt')?.observer.onReading()
  held.get('a.txt')?.end('lib_1')

  await expect.poll(() => states()).toEqual(['added', 'reading', 'uploading', 'uploading'])
  expect(summarizeUploads(queue.read())).toBe('1 of 4 files added')
})

test('an unsupported file is refused with its reason before anything is sent', () => {
  const { queue, held } = heldUploads()

  queue.add(files('all.zip', 'empty.txt'), 'papers')

  expect(queue.read()[0]?.state).toMatchObject({ status: 'refused', again: false })
  expect(held.has('all.zip')).toBe(false)
  expect(summarizeUploads(queue.read())).toBe('0 of 2 files added, 1 not added')
})

test('a canceled file leaves the others running, and can be retried', async () => {
  const { queue, states } = heldUploads()
  queue.add(files('a.txt', 'b.txt'), 'papers')
  const [first] = queue.read()

  queue.cancel(first?.id ?? '')
  await expect.poll(() => states()).toEqual(['canceled', 'uploading'])
  queue.retry(first?.id ?? '')

  expect(states()).toEqual(['uploading', 'uploading'])
})

test('canceling everything starts no further file, and clearing keeps what is running', async () => {
  const { queue, held, states } = heldUploads()
  queue.add(files('a.txt', 'b.txt', 'c.txt', 'd.txt'), 'papers')

  queue.cancelAll()
  await expect.poll(() => states()).toEqual(['canceled', 'canceled', 'canceled', 'canceled'])
  queue.add(files('e.txt'), 'papers')
  queue.clear()

  expect(held.has('d.txt')).toBe(false)
  expect(states()).toEqual(['uploading'])
})

test('a refused file shows the reason of the server', async () => {
  const queue = createUploadQueue(() => Promise.reject(new Error('The library is full.')))

  queue.add(files('a.txt'), 'papers')

  await expect
    .poll(() => queue.read()[0]?.state)
    .toEqual({
      status: 'refused',
      reason: 'The library is full.',
      again: true,
    })
})
