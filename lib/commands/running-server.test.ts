import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRunningServer } from './running-server.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

test('a running server is found with its connection details', () => {
  using testRun = makeTestRun()
  testRun.pretendRunning(4321)

  expect(findRunningServer(testRun.dataDir)).toEqual({
    pid: process.pid,
    host: '127.0.0.1',
    port: 4321,
    internalToken: 'internal token',
  })
})

test('without a lock, or with the lock of a dead process or a damaged lock, no server is running', () => {
  using testRun = makeTestRun()
  const without = findRunningServer(testRun.dataDir)
  testRun.pretendRunning(4321, spawnSync('true').pid)
  const dead = findRunningServer(testRun.dataDir)
  const damaged = ['', '{', '[]', 'null', '{"pid":1}'].map(text => {
    writeFileSync(join(testRun.dataDir, 'sextant.lock'), text)
    return findRunningServer(testRun.dataDir)
  })

  expect([without, dead, ...damaged]).toEqual(Array.from({ length: 7 }, () => null))
})
