import { expect, test } from 'vitest'
import { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { boundSeconds, heardSeconds, SpeechTotal, speechUsage } from './speech-usage.ts'

const timed: AnyTarget = {
  publicId: 'a',
  providerId: 'p',
  model: { modelId: 'a' },
  fallbacks: [],
  price: operatorPrice('a', { audio: 0.04 }).at(0),
}
const charged = (seconds: number, target = timed) =>
  speechUsage({ seconds, tokens: null }, target, new ReportedCosts())

test('a provider that bills ten seconds at least is charged as much for three', () => {
  expect(charged(3, { ...timed, speechSecondsMin: 10 }).charge.nanos).toBe(111_112)
  expect(charged(3).charge.nanos).toBe(33_334)
})

test('parts of a recording add up, each rounded up on its own', () => {
  const total = new SpeechTotal()
  total.add(charged(3))
  const { usage, charge } = total.add(charged(3))

  expect(charge).toMatchObject({ nanos: 66_668, counts: { audio: 6000, request: 2 }, priceRef: 'op:a' })
  expect(usage.cost).toBe(0.000_066_668)
})

test.each([
  ['as the server reports it', { seconds: 7, segments: [] }, false, 7, false],
  ['as its last timestamp says', { seconds: null, segments: [{ start: 0, end: 2 }] }, false, 2, false],
  ['as the size of our own part says', { seconds: null, segments: [] }, true, 2, false],
  ['estimated for any other file', { seconds: null, segments: [] }, false, 4, true],
])('the length of a recording is %s', (_name, { seconds, segments }, isWav, expected, estimated) => {
  const spoken = segments.map(segment => ({ ...segment, text: 'x', tokens: null }))
  const answer = { text: 'x', language: null, tokens: null, seconds, segments: spoken }

  expect(heardSeconds(answer, 64_000, isWav)).toEqual({ seconds: expected, estimated })
})

test('what is reserved for a file is at least as long as its sound', () => {
  // An hour of speech in Opus at 6 kbit/s.
  expect(boundSeconds(2_700_000, false)).toBe(3600)
})
