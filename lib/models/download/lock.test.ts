import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '#lib/models/__fixtures__/small-model.ts'
import { acquireLock } from './lock.ts'

const signal = new AbortController().signal

test('the second waits, says so once, and comes in when the first has left', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  const order: string[] = []
  const first = await acquireLock(path, { signal })
  const second = acquireLock(path, { signal, waiting: () => order.push('waiting') }).then(lock => {
    order.push('second')
    return lock
  })
  await expect.poll(() => order).toEqual(['waiting'])

  order.push('first leaves')
  await first[Symbol.asyncDispose]()
  await (await second)[Symbol.asyncDispose]()

  expect(order).toEqual(['waiting', 'first leaves', 'second'])
  expect(await readdir(folder.path)).toEqual([])
})

test('a process that died without a word loses it at once', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  await writeFile(path, JSON.stringify({ pid: child.pid, host: hostname(), token: 'x' }))

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('another machine that has not been heard of for long loses it', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))
  const old = new Date(Date.now() - 60_000)
  await utimes(path, old, old)

  await using _lock = await acquireLock(path, { signal: AbortSignal.timeout(2000) })
  expect(await readFile(path, 'utf8')).toContain(`"pid":${process.pid}`)
})

test('a living holder keeps it, and who waits can give up', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', token: 'x' }))

  await expect(acquireLock(path, { signal: AbortSignal.timeout(200) })).rejects.toThrow(/timeout|aborted/)
})

test('of many who find a dead lock, one at a time gets in', async () => {
  await using folder = await createFolder()
  const path = join(folder.path, '.lock')
  await writeFile(path, JSON.stringify({ pid: 999_999_999, host: hostname(), token: 'x' }))
  let inside = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 4 }, async () => {
      await using _lock = await acquireLock(path, { signal })
      inside += 1
      most = Math.max(most, inside)
      await new Promise(resolve => setTimeout(resolve, 30))
      inside -= 1
    }),
  )
  expect(most).toBe(1)
})
