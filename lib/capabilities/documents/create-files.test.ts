import { expect, test } from 'vitest'
import { toSubtitles } from './create-files.ts'

const segments = [
  { start: 0, end: 59.9996, text: 'One --> two' },
  { start: 3661.5, end: 7322.25, text: 'three\n\nfour' },
]

test('SubRip numbers its cues, and cue text cannot end a cue', () => {
  expect(toSubtitles(segments, 'srt')).toBe(
    '1\n00:00:00,000 --> 00:01:00,000\nOne → two\n\n2\n01:01:01,500 --> 02:02:02,250\nthree four\n',
  )
})

test('WebVTT begins with its header', () => {
  expect(toSubtitles(segments, 'vtt')).toMatch(/^WEBVTT\n\n00:00:00\.000 --> 00:01:00\.000\nOne → two\n/)
})

test('silence has no cues', () => {
  expect([toSubtitles([], 'srt'), toSubtitles([], 'vtt')]).toEqual(['', 'WEBVTT\n\n'])
})
