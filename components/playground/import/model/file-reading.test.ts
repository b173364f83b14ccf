import { expect, test } from 'vitest'
import { createFileReading } from './file-reading.ts'
import type { importFile } from './import-file.ts'

/** Files that are read when the test says so; each is rejected with its own name. */
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

test('a newer file cancels the previous one, which reports nothing more', async () => {
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

test('a canceled file is not read, even if reading had not started', async () => {
  const { load } = slowFiles()
  const reading = createFileReading(load)
  const cancelled = reading.read(file('one'))
  reading.cancel()

  expect(await cancelled).toBeNull()
})

test('a reader that fails to load rejects instead of hanging', async () => {
  const reading = createFileReading(() => Promise.reject(new Error('you are offline')))

  expect(await reading.read(file('one'))).toEqual({
    status: 'refused',
    line: null,
    reason: 'The file reader could not be loaded: you are offline',
  })
})
