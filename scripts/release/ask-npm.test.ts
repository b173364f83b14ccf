import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { askIntegrity, readIntegrity } from './ask-npm.ts'

const recorded = (name: string) =>
  readFileSync(path.join(import.meta.dirname, '__fixtures__', `${name}.json`), 'utf8')
const locked = (name: string) => ({
  where: `node_modules/${name}`,
  name,
  version: '16.4.6',
  integrity: null,
  os: [],
  cpu: [],
})

test('a hash is found for each package that the registry has', async () => {
  const asked: string[] = []

  const found = await askIntegrity([locked('there'), locked('missing')], async spec => {
    asked.push(spec)
    return recorded(spec.startsWith('there') ? 'npm-view' : 'npm-view-missing')
  })

  expect(asked).toEqual(['there@16.4.6', 'missing@16.4.6'])
  expect([...found]).toEqual([['node_modules/there', expect.stringMatching(/^sha512-/)]])
})

test.each([
  ['a registry that cannot be reached', { error: { code: 'ENOTFOUND', summary: 'no DNS' } }, 'ENOTFOUND'],
  ['a weak hash', 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=', 'unexpected hash'],
])('%s stops the check instead of leaving a package open', (_, answer, message) => {
  expect(() => readIntegrity(JSON.stringify(answer))).toThrow(message)
})
