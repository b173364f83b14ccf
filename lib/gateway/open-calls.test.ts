import { expect, it } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { type OpenCall, OpenCalls } from './open-calls.ts'

const reason = new ApiError('server_shutdown', 'x')

it('reaches every call that is still open, whatever order others ended in', () => {
  const openCalls = new OpenCalls()
  const aborted: string[] = []
  const calls = ['a', 'b', 'c', 'd', 'e'].map(name => openCall(name, aborted))
  for (const call of calls) openCalls.add(call)
  for (const call of calls) if ('ade'.includes(call.keyHash ?? '-')) openCalls.delete(call)
  expect(openCalls.size).toBe(2)
  expect([...openCalls.keyHashes()].toSorted()).toEqual(['b', 'c'])
  openCalls.abortAll(reason)
  expect(aborted.toSorted()).toEqual(['b', 'c'])
})

it('ignores a second end of the same request', () => {
  const openCalls = new OpenCalls()
  const [first, second] = [openCall('a', []), openCall('b', [])]
  openCalls.add(first)
  openCalls.add(second)
  openCalls.delete(first)
  openCalls.delete(first)
  expect(openCalls.size).toBe(1)
  openCalls.delete(second)
  expect(openCalls.size).toBe(0)
})

it('aborts all calls of a key, also when each ends at once', () => {
  const openCalls = new OpenCalls()
  const aborted: string[] = []
  for (const name of ['a', 'b', 'a', 'a']) {
    const call = openCall(name, aborted)
    openCalls.add({ ...call, abort: why => call.abort(why) })
    openCalls.add(endsAtOnce(openCalls, call))
  }
  openCalls.abortKey('a', reason)
  expect(aborted).toEqual(['a', 'a', 'a', 'a', 'a', 'a'])
  expect(openCalls.size).toBe(5)
})

it('is idle when the last call has ended', async () => {
  const openCalls = new OpenCalls()
  const [first, second] = [openCall('a', []), openCall('b', [])]
  openCalls.add(first)
  openCalls.add(second)
  let idle = false
  const waiting = openCalls.idle().then(() => (idle = true))
  openCalls.delete(second)
  await Promise.resolve()
  expect(idle).toBe(false)
  openCalls.delete(first)
  await waiting
})

function openCall(keyHash: string, aborted: string[]): OpenCall {
  return { keyHash, shown: null, index: -1, abort: () => void aborted.push(keyHash) }
}

function endsAtOnce(openCalls: OpenCalls, call: OpenCall): OpenCall {
  const ending: OpenCall = {
    keyHash: call.keyHash,
    shown: null,
    index: -1,
    abort(why) {
      call.abort(why)
      openCalls.delete(ending)
    },
  }
  return ending
}
