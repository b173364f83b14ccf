import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { baseUrlOf, findRunningProduct } from './running-product.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

test('a living product is found with what it takes to reach it', () => {
  using place = makeTestRun()
  place.pretendRunning(4321)

  expect(findRunningProduct(place.dataDir)).toEqual({
    pid: process.pid,
    host: '127.0.0.1',
    port: 4321,
    internalToken: 'internal token',
  })
})

test('no lock, the lock of a dead process and a damaged lock mean that none runs', () => {
  using place = makeTestRun()
  const without = findRunningProduct(place.dataDir)
  place.pretendRunning(4321, spawnSync('true').pid)
  const dead = findRunningProduct(place.dataDir)
  const damaged = ['', '{', '[]', 'null', '{"pid":1}'].map(text => {
    writeFileSync(join(place.dataDir, 'sextant.lock'), text)
    return findRunningProduct(place.dataDir)
  })

  expect([without, dead, ...damaged]).toEqual(Array.from({ length: 7 }, () => null))
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:80'],
  ['::', 'http://[::1]:80'],
  ['::1', 'http://[::1]:80'],
  ['localhost', 'http://127.0.0.1:80'],
  ['10.0.0.7', 'http://10.0.0.7:80'],
])('a product bound to %s is reached at %s', (host, url) => expect(baseUrlOf(host, 80)).toBe(url))
