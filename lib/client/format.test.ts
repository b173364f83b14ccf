import { expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatCharge,
  formatCost,
  formatCount,
  formatMs,
  formatShare,
  formatSpeed,
  formatScore,
  formatRemaining,
} from './format.ts'

test('unknown is a dash, never a zero', () => {
  expect([formatMs(null), formatCount(null), formatSpeed(null), formatCost(null, true)]).toEqual([
    '–',
    '–',
    '– tok/s',
    '–',
  ])
})

test.each([
  [formatMs(0), '0 ms'],
  [formatMs(211.6), '212 ms'],
  [formatMs(999.7), '1.0 s'],
  [formatMs(6900), '6.9 s'],
  [formatCount(1024), '1,024'],
  [formatSpeed(21.44), '21.4 tok/s'],
  [formatCost(0, false), '$0.00'],
  [formatCharge(0, true), 'Free'],
  [formatCharge(0.5, true), '≈ $0.50'],
  [formatCharge(null, true), '–'],
  [formatCost(0.00021, false), '$0.00021'],
  [formatCost(0.0000011, false), '$0.0000011'],
  [formatCost(0.123456, false), '$0.123'],
  [formatCost(0.2, false), '$0.20'],
  [formatCost(1.5, true), '≈ $1.50'],
  [formatShare(0), '0.0%'],
  [formatShare(0.0004), '< 0.1%'],
  [formatShare(0.012), '1.2%'],
  [formatShare(0.37), '37%'],
  [formatBytes(812), '812 B'],
  [formatBytes(14_336), '14 kB'],
  [formatBytes(2_202_010), '2.2 MB'],
  [formatBytes(1_117_320_736), '1.12 GB'],
])('%s', (shown, expected) => {
  expect(shown).toBe(expected)
})

test.each([
  [0.91249, 1, '0.912'],
  [0, 1, '0.000'],
  [0.0001, 1, '< 0.001'],
  [3.4139, 7, '3.41'],
  [null, 1, '–'],
])('%d of at most %d is formatted as %s', (score, scoreMax, text) => {
  expect(formatScore(score, scoreMax)).toBe(text)
})

test.each([
  [null, null],
  [1_200, 'about 2 s left'],
  [89_000, 'about 89 s left'],
  [200_000, 'about 3 min left'],
])('%s ms is formatted as %s', (ms, text) => {
  expect(formatRemaining(ms)).toBe(text)
})

test.each([
  [-2_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min ago'],
  [3_599_000, '59 min ago'],
  [3_600_000, '1 h ago'],
  [24 * 3_600_000, '1 day ago'],
  [80 * 3_600_000, '3 days ago'],
])('a time %d ms in the past is formatted as %s', (ms, text) => {
  expect(formatAgo(1_800_000_000_000 - ms, 1_800_000_000_000)).toBe(text)
})
