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
