import { expect, test } from 'vitest'
import { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import {
  boundSpeech,
  heardSeconds,
  heardTokens,
  soundLength,
  SpeechTotal,
  speechUsage,
} from './speech-usage.ts'

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

  expect(charge).toMatchObject({
    nanos: 66_668,
    counts: { audio: 6000, request: 2 },
    priceRef: expect.stringMatching(/^op:a:/) as string,
  })
  expect(usage.cost).toBe(0.000_066_668)
})

test.each([
  ['as the server reports it', { seconds: 7, end: 2 }, 3, 7, false],
  ['as it was measured, where timestamps end before it', { seconds: null, end: 2 }, 3, 3, false],
  ['as it was measured, where the server reports none', { seconds: null, end: null }, 3, 3, false],
  ['as it was measured, where the server reports zero', { seconds: 0, end: null }, 3, 3, false],
  ['as it was measured, where the server reports less than zero', { seconds: -600, end: null }, 3, 3, false],
  ['as it was measured, where no file of its size is as long', { seconds: 1e12, end: null }, 3, 3, false],
  ['as its last timestamp says', { seconds: null, end: 2 }, null, 2, false],
  ['the longest that the file may have', { seconds: null, end: null }, null, 80, true],
])('the length of a recording is %s', (_name, { seconds, end }, measured, expected, estimated) => {
  const segments = end === null ? [] : [{ start: 0, end, text: 'x', tokens: null }]
  const answer = { text: 'x', language: null, tokens: null, seconds, segments }

  const file = soundLength(measured === null ? null : { seconds: measured, exact: false }, 60_000)
  expect(heardSeconds(answer, file)).toEqual({ seconds: expected, estimated })
})

test('more tokens than a model makes of the sound are not believed', () => {
  const answer = { text: 'x', language: null, seconds: null, segments: [] }
  const tokens = { input: 100, inputAudio: 100, output: 10 }

  const most = boundSpeech({ seconds: 10, longestSeconds: 10, estimated: false }, timed, null)
  expect(heardTokens({ ...answer, tokens }, most)).toEqual(tokens)
  expect(heardTokens({ ...answer, tokens: { ...tokens, input: 1e12 } }, most)).toBeNull()
  expect(heardTokens({ ...answer, tokens: { ...tokens, output: 1e12 } }, most)).toBeNull()
})

test('what is reserved for a file is at least as long as its sound', () => {
  // An hour of speech in Opus at 6 kbit/s.
  expect(soundLength(null, 2_700_000)).toEqual({ seconds: 3600, longestSeconds: 3600, estimated: true })
  expect(soundLength({ seconds: 60, exact: false }, 2_700_000).longestSeconds).toBe(3600)
  expect(soundLength({ seconds: 60, exact: true }, 2_700_000).longestSeconds).toBe(60)
})
