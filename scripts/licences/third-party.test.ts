import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import { readPackages, toThirdPartyText, unjudged } from './third-party.ts'

const root = path.resolve(import.meta.dirname, '../..')

test.each([
  ['anything', 'MIT', ''],
  ['anything', '(GPL-3.0 OR BSD-3-Clause)', ''],
  ['anything', 'MIT AND ISC', ''],
  ['anything', 'GPL-3.0', null],
  ['anything', 'MIT AND GPL-3.0', null],
  ['anything', 'LGPL-3.0-or-later', null],
  ['anything', 'unknown', null],
  ['lightningcss', 'GPL-3.0', null],
  ['@audio/decode-aac', 'GPL-2.0', null],
])('%s under %s', (name, licence, note) => expect(judge(name, licence)).toBe(note))

test('an exception has its reason', () => {
  expect(judge('@img/sharp-win32-x64', 'Apache-2.0 AND LGPL-3.0-or-later')).toContain('replaceable')
})

test('every package that Sextant needs has a reviewed license', () => {
  expect(unjudged(readPackages(root))).toEqual([])
})

test('THIRD_PARTY.md is current; if not: npm run licences', () => {
  expect(readFileSync(path.join(root, 'THIRD_PARTY.md'), 'utf8')).toBe(toThirdPartyText(readPackages(root)))
})
