import { expect, test } from 'vitest'
import { createFileReading } from './file-reading.ts'
import type { importFile } from './import-file.ts'

/** Files that are read when the test says so; each is refused with its own name. */
function slowFiles() {
  const ends = new Map<string, () => void>()
  const start: typeof importFile = (file, options) =>
    new Promise((resolve, reject) => {
      options?.signal?.throwIfAborted()
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      ends.set(file.name, () => {
        options?.onProgress?.(1)
        resolve({ status: 'refused', line: null, reason: file.name })
      })
    })
  return { load: async () => start, end: (name: string) => ends.get(name)?.() }
}
const file = (name: string) => new File([], name)
const turn = () => new Promise(resolve => setImmediate(resolve))

test('a file that is followed by another is ended, and says nothing any more', async () => {
  const { load, end } = slowFiles()
  const reading = createFileReading(load)
  const shares: number[] = []
  const first = reading.read(file('first'), share => shares.push(share))
  await turn()
  const second = reading.read(file('second'))
  await turn()
  end('first')
  end('second')

  expect(await first).toBeNull()
  expect(await second).toMatchObject({ reason: 'second' })
  expect(shares).toEqual([])
})

test('what was cancelled is not read, also when it had not begun', async () => {
  const { load } = slowFiles()
  const reading = createFileReading(load)
  const cancelled = reading.read(file('one'))
  reading.cancel()

  expect(await cancelled).toBeNull()
})

test('a reader that cannot be loaded is a refusal, not a wait without end', async () => {
  const reading = createFileReading(() => Promise.reject(new Error('you are offline')))

  expect(await reading.read(file('one'))).toEqual({
    status: 'refused',
    line: null,
    reason: 'What reads files could not be loaded: you are offline',
  })
})
