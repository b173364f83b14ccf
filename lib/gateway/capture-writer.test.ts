import { expect, test, vi } from 'vitest'
import type { KeptBodies } from '#lib/store/kept-bodies.ts'
import { CaptureWriter } from './capture-writer.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const owner = (requestId: string) => ({ requestId, teamId: 'team_1', at: 1 })
const captured = (text: string) =>
  ({
    request: { text, whole: true, bytes: text.length },
    answer: { text: '', whole: true, bytes: 0, kind: 'body' },
  }) as const

test('bodies are written in their order, without secrets', async () => {
  const written: KeptBodies[] = []
  const writer = new CaptureWriter({ insert: async bodies => void written.push(...bodies), log })

  for (let at = 0; at < 50; at++)
    expect(writer.add(owner(`req_${at}`), captured('Bearer abcdefgh1234'))).toBe(true)
  await writer.close()

  expect(written.map(({ requestId }) => requestId)).toEqual(
    Array.from({ length: 50 }, (_, at) => `req_${at}`),
  )
  expect(written.every(({ request }) => request.text === 'Bearer [redacted]')).toBe(true)
})

test('what came while the store was away is written when it is back', async () => {
  const written: KeptBodies[] = []
  let away = true
  const insert = async (bodies: readonly KeptBodies[]) => {
    if (away) throw new Error('away')
    written.push(...bodies)
  }
  const writer = new CaptureWriter({ insert, log })
  writer.add(owner('req_1'), captured('a'))
  await writer.close()
  expect(written).toEqual([])

  away = false
  await writer.close()

  expect(written.map(({ requestId }) => requestId)).toEqual(['req_1'])
})

test('memory is bounded: what finds no room is not kept, and says so', async () => {
  const insert = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'))
  const writer = new CaptureWriter({ insert, log })
  const large = captured('x'.repeat(250_000))

  const kept = Array.from({ length: 200 }, (_, at) => writer.add(owner(`req_${at}`), large)).filter(Boolean)

  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length).toBeLessThan(140)
  await writer.close()
})

test('one that the database never takes is given up, and keeps none of the others from being written', async () => {
  const written: string[] = []
  const tries = new Map<string, number>()
  const insert = async (bodies: readonly KeptBodies[]) => {
    for (const { requestId } of bodies) tries.set(requestId, (tries.get(requestId) ?? 0) + 1)
    if (bodies.some(({ requestId }) => requestId === 'req_3')) throw new Error('out of range')
    written.push(...bodies.map(({ requestId }) => requestId))
  }
  const warn = vi.fn<(details: object) => void>()
  const writer = new CaptureWriter({ insert, log: { ...log, warn }, retryMs: 1 })
  const ids = Array.from({ length: 30 }, (_, at) => `req_${at}`)

  for (const id of ids) writer.add(owner(id), captured('a'))
  await expect.poll(() => written, { timeout: 10_000 }).toHaveLength(29)
  await writer.close()

  expect(written).toEqual(ids.filter(id => id !== 'req_3'))
  expect(tries.get('req_3')).toBeLessThan(20)
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ dropped: 1, requestId: 'req_3' }),
    expect.anything(),
  )
})
