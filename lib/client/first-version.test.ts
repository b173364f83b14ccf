import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readDraftFile } from '#components/chat/model/draft/draft-file.ts'
import { newId } from './new-id.ts'
import { readShareLink } from '#components/playground/share/model/share-link.ts'
import { readChatState } from '#components/chat/model/chat-session.ts'
import { readHistoryLines } from '#components/playground/history/model/history.ts'

// Data that browsers and users saved with the first version: it is never rewritten, and every later version
// opens it.
const folder = path.resolve(import.meta.dirname, '../../e2e/fixtures/first-version')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

const entry = z.looseObject({ id: z.string(), contract: z.string(), runs: z.array(z.looseObject({})) })
const storageSchema = z.object({
  session: z.record(z.string(), z.string()),
  databases: z.looseObject({ 'sextant-history-owner': z.object({ entries: z.array(entry) }) }),
})
const contracts = ['chat', 'embeddings', 'rerank', 'map', 'scrape', 'search']

test('an exported history of the first version is read completely', () => {
  const { entries, problems } = readHistoryLines(read('history.jsonl'))
  const kept = storageSchema.parse(JSON.parse(read('storage.json'))).databases['sextant-history-owner']
    .entries

  expect(problems).toEqual([])
  expect(entries.map(({ contract }) => contract).toSorted(byText)).toEqual(contracts.toSorted(byText))
  expect(entries).toEqual(kept)
})

test.each(contracts)('a link of the first version to %s opens its request', async contract => {
  const requests = readHistoryLines(read('history.jsonl')).entries
  const links = z.record(z.string(), z.string()).parse(JSON.parse(read('share-links.json')))

  const draft = await readShareLink(links[contract] ?? '', contracts)

  expect(draft?.contract).toBe(contract)
  expect(draft?.body).toEqual(requests.find(each => each.contract === contract)?.draft.body)
})

test('a chat stored by a tab of the first version is restored with its answer', () => {
  const { session } = storageSchema.parse(JSON.parse(read('storage.json')))
  const tab = z.object({ state: z.unknown() }).parse(JSON.parse(session['sextant-chat'] ?? 'null'))

  const state = readChatState(tab.state)

  const turns = Object.values(state?.columns[0]?.conversation.turns ?? {})
  expect(turns.map(({ message }) => message.content)).toEqual([
    'Say something about the sea.',
    'You said: Say something about the sea.',
  ])
})

test('a chat file of the first version opens', () => {
  const state = readDraftFile(read('chat.json'), newId)

  expect(state).toMatchObject({ columns: [{ params: { model: 'scripted/echo' }, system: 'Be short.' }] })
})

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
