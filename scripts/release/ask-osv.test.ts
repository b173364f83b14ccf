import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { askVulnerabilities } from './ask-osv.ts'

const recorded = readFileSync(path.join(import.meta.dirname, '__fixtures__/osv-batch.json'), 'utf8')
const locked = (name: string, at = '') => ({
  where: `${at}node_modules/${name}`,
  name,
  version: '4.17.20',
  integrity: null,
  os: [],
  cpu: [],
})

test('each package is asked for once, with all pages, and its vulnerabilities are named', async () => {
  const bodies: unknown[] = []
  const answers = [recorded, '{"results":[{"vulns":[{"id":"GHSA-last"}]}]}']

  const found = await askVulnerabilities(
    [locked('lodash'), locked('lodash', 'node_modules/a/'), locked('clean')],
    async body => {
      bodies.push(JSON.parse(body))
      return answers.shift() ?? ''
    },
  )

  expect(found.map(({ id, name, version }) => `${name} ${version} ${id}`)).toEqual([
    'lodash 4.17.20 GHSA-29mw-wpgm-hmr9',
    'lodash 4.17.20 GHSA-35jh-r3h4-6jhm',
    'lodash 4.17.20 GHSA-last',
  ])
  const query = (name: string) => ({ package: { name, ecosystem: 'npm' }, version: '4.17.20' })
  expect(bodies).toEqual([
    { queries: [query('lodash'), query('clean')] },
    { queries: [{ ...query('lodash'), page_token: 'token-of-page-2' }] },
  ])
})

test('an answer for another number of packages is an error: results belong to packages by index', async () => {
  await expect(askVulnerabilities([locked('a')], () => Promise.resolve('{"results":[]}'))).rejects.toThrow(
    '0 results for 1 packages',
  )
})
