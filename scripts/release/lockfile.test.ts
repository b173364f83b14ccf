import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addIntegrity, readLocked, withoutIntegrity } from './lockfile.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const open = withoutIntegrity(readLocked(text))

test('only the listed packages have no hash; new ones get theirs with: npm run release:check', () => {
  const listed = readFileSync(path.join(import.meta.dirname, '__fixtures__/without-integrity.txt'), 'utf8')

  expect(open.map(({ name, version }) => `${name}@${version}`)).toEqual(listed.trimEnd().split('\n'))
})

test('every package of linux-x64 with glibc, as in the image, has a hash', () => {
  const fits = (allowed: readonly string[], wanted: string) =>
    allowed.length === 0 || allowed.includes(wanted)
  const installed = open.filter(
    ({ name, os, cpu }) => fits(os, 'linux') && fits(cpu, 'x64') && !name.endsWith('-musl'),
  )

  expect(installed).toEqual([])
})

test('an added hash changes nothing else, and never replaces one', () => {
  const [first] = open
  const hashed = readLocked(text).find(({ integrity }) => integrity !== null)
  const added = addIntegrity(
    text,
    new Map([
      [first?.where ?? '', 'sha512-new'],
      [hashed?.where ?? '', 'sha512-other'],
      ['node_modules/unknown', 'sha512-lost'],
    ]),
  )

  const line = '\n      "integrity": "sha512-new",'
  expect(added).toContain(line)
  expect(added.replace(line, '')).toBe(text)
})

test('a package under another name is asked for by its own', () => {
  const packages = { '': {}, 'node_modules/a': { name: '@b/c', version: '1.0.0' }, local: { link: true } }

  expect(readLocked(JSON.stringify({ packages }))).toMatchObject([
    { where: 'node_modules/a', name: '@b/c', version: '1.0.0', integrity: null },
  ])
})
