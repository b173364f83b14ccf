import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takePidLock } from './pid-lock.ts'

const newLockPath = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'sextant.lock')
}
const own = () => ({ pid: process.pid, startedAt: Date.now() })

function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}

test('a free lock is acquired, private to its owner, and removed on release', () => {
  const lockPath = newLockPath()

  const lock = takePidLock(lockPath, { ...own(), internalToken: 'secret' })

  expect(JSON.parse(readFileSync(lockPath, 'utf8'))).toMatchObject({
    pid: process.pid,
    internalToken: 'secret',
  })
  expect(statSync(lockPath).mode & 0o777).toBe(0o600)
  if ('release' in lock) lock.release()
  expect(readdirSync(path.dirname(lockPath))).toEqual([])
})

test('a living holder is named and keeps its lock', () => {
  const lockPath = newLockPath()
  const holder = { pid: process.ppid, startedAt: Date.now() }
  writeFileSync(lockPath, JSON.stringify(holder))

  const outcome = takePidLock(lockPath, own())

  expect(outcome).toEqual(holder)
  expect(JSON.parse(readFileSync(lockPath, 'utf8'))).toEqual(holder)
  expect(readdirSync(path.dirname(lockPath))).toEqual(['sextant.lock'])
})

test('the lock of a dead process is taken over', () => {
  const lockPath = newLockPath()
  writeFileSync(lockPath, JSON.stringify({ pid: deadPid(), startedAt: Date.now() }))

  const lock = takePidLock(lockPath, own())

  expect(lock).toHaveProperty('release')
  expect(JSON.parse(readFileSync(lockPath, 'utf8')).pid).toBe(process.pid)
})

test.runIf(process.platform === 'linux')('a process that reuses the pid does not hold the lock', () => {
  const lockPath = newLockPath()
  writeFileSync(lockPath, JSON.stringify({ pid: process.ppid, startedAt: Date.UTC(2001, 0, 1) }))

  expect(takePidLock(lockPath, own())).toHaveProperty('release')
})

test('our own pid from before a crash does not count as another supervisor', () => {
  const lockPath = newLockPath()
  writeFileSync(lockPath, JSON.stringify({ pid: process.pid, startedAt: Date.now() }))

  expect(takePidLock(lockPath, own())).toHaveProperty('release')
})

test.each(['', '{"pid":', '[]', '{"pid":"12"}'])('a damaged lock %j does not block', content => {
  const lockPath = newLockPath()
  writeFileSync(lockPath, content)

  expect(takePidLock(lockPath, own())).toHaveProperty('release')
})

test('a late release does not remove the lock of a successor', () => {
  const lockPath = newLockPath()
  const lock = takePidLock(lockPath, own())
  const successor = { pid: process.ppid, startedAt: Date.now() }
  writeFileSync(lockPath, JSON.stringify(successor))

  if ('release' in lock) lock.release()

  expect(JSON.parse(readFileSync(lockPath, 'utf8'))).toEqual(successor)
})

test.skipIf(process.platform !== 'linux')('a full disk is reported and leaves no draft behind', () => {
  const lockPath = newLockPath()
  symlinkSync('/dev/full', `${lockPath}.${process.pid}`)

  expect(() => takePidLock(lockPath, own())).toThrow('ENOSPC')
  expect(readdirSync(path.dirname(lockPath))).toEqual([])
})
