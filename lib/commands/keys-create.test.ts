import { expect, test } from 'vitest'
import { readExpiry } from './keys-create.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['1h', '2026-11-21T13:00:00.000Z'],
  ['30d', '2026-12-21T12:00:00.000Z'],
  ['2w', '2026-12-05T12:00:00.000Z'],
  ['2026-11-21', '2026-11-21T23:59:59.999Z'],
  ['2027-01-31T10:00:00+01:00', '2027-01-31T09:00:00.000Z'],
])('%s expires at %s', (text, end) => expect(new Date(readExpiry(text, now)).toISOString()).toBe(end))

test.each(['', '30', '-1d', '1y', '1.5d', '0d', '2026-11-20', '2026-13-45', 'never', '999999d'])(
  '%j is rejected',
  text => expect(() => readExpiry(text, now)).toThrow('--expires'),
)
