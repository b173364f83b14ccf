import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flavoursOf, toSnippet } from '#lib/snippets/to-snippet.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'
import { toEventLines, toHar } from '#components/playground/http/model/har.ts'
import { openHistory } from '#components/playground/history/model/history.ts'
import { openMemoryDatabase } from '#components/playground/history/model/history-database.ts'
import type { Run } from './run.ts'
import { readShareLink, toShareable, toShareLink } from '#components/playground/share/model/share-link.ts'

const key = 'sxt_AbCdEf0123456789AbCdEf0123456789xyz'
const draft = {
  contract: 'chat',
  body: { model: 'm', messages: [{ role: 'user', content: `My key is ${key}, why is it refused?` }] },
}
const run: Run = {
  id: 'run_1',
  state: 'done',
  request: { method: 'POST', path: '/v1/chat/completions', body: JSON.stringify(draft.body) },
  response: {
    status: 200,
    headers: { authorization: `Bearer ${key}`, 'set-cookie': 's=1' },
    body: `"${key}"`,
  },
  events: [{ number: 1, atMs: 1, bytes: 1, kind: 'data', data: `{"a":"${key}"}` }],
  timing: { startedAt: 1, firstMs: 1, totalMs: 2 },
  failure: null,
}

test('history and its export contain no API key', async () => {
  const database = openMemoryDatabase()
  const history = await openHistory({
    writer: { id: 'a.b', tab: 'a' },
    openDatabase: () => Promise.resolve(database),
  })

  const entry = { id: 'e', contract: 'chat', name: null, pinned: false, createdAt: 1, draft, runs: [run] }
  await history.save({ ...entry, view: { tree: [{ text: key }] } })

  const kept = [await database.entry('e'), await database.summaries(), await history.export()]
  expect(JSON.stringify(kept)).not.toMatch(/AbCdEf0123456789/i)
  expect(JSON.stringify(kept)).toContain('[key removed]')
})

test('a link contains no API key and says that one was removed', async () => {
  const shareable = toShareable(draft)
  const link = await toShareLink(shareable)

  expect([link.kind, shareable.secretsRemoved]).toEqual(['link', 1])
  const opened = link.kind === 'link' ? await readShareLink(link.fragment, ['chat']) : null
  expect(JSON.stringify(opened)).not.toContain(key.slice(4))
})

test('HTTP exports contain no API key, of plain and streamed responses', () => {
  const streamed: Run = { ...run, response: run.response && { ...run.response, body: null } }
  const exported = toHar([run, streamed], 'http://127.0.0.1:3000').text + toEventLines(run).text

  expect(exported).not.toContain(key.slice(4))
  expect(exported).toContain('Bearer $SEXTANT_API_KEY')
})

test('every snippet reads the API key from the environment, and a pasted key never reaches the draft', () => {
  const pasted = readCurl(
    `curl http://x/v1/chat/completions -H 'Authorization: Bearer ${key}' -d '{"model":"m","messages":[]}'`,
    [{ id: 'chat', path: '/v1/chat/completions' }],
  )
  const request = {
    contract: 'chat',
    baseUrl: 'http://127.0.0.1:3000',
    path: '/v1/chat/completions',
    body: JSON.stringify(pasted.ok ? pasted.body : {}),
  }

  for (const { flavour } of flavoursOf('chat')) {
    const { code } = toSnippet(request, { flavour })
    expect(code).toContain('SEXTANT_API_KEY')
    expect(code).not.toContain(key.slice(4))
  }
  expect(JSON.stringify(pasted)).not.toContain(key.slice(4))
})

test('no module here stores or sends a credential', () => {
  const sources = ['lib/client', 'lib/snippets'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.|__fixtures__/.test(name))
      .map(name => ({ name: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
  )

  expect(sources.length).toBeGreaterThan(20)
  // Snippets escape the dollar sign; an interpolated key would not have it. Connect shows the key that was just created.
  const withKey = sources.filter(
    ({ name, text }) =>
      !name.startsWith('lib/snippets/connect/') && /Bearer \$\{|Bearer ['"`] ?\+/.test(text),
  )
  expect(withKey.map(({ name }) => name)).toEqual([])
})
