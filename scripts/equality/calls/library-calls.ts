import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { CallGroup } from './call-group.ts'
import type { RawResponse } from './send.ts'

const library = '/v1/library'
const pages = [
  { page: 1, content: '# Care\n\nFeed the [alpaca](https://e.com/x) twice a day.' },
  { page: 4, content: 'Its stable is cleaned on *Mondays*.' },
]
const nobody = `lib_${'0'.repeat(24)}`

const wrong: Readonly<Record<string, object>> = {
  'no title': { text: 'x' },
  'no text': { title: 'x' },
  'text and pages': { title: 'x', text: 'x', pages },
  'a wrong hash': { title: 'x', text: 'x', sha256: 'abc' },
  'an address of another scheme': { title: 'x', text: 'x', url: 'ftp://e.com' },
  'a collection without a name': { title: 'x', text: 'x', collection: ' ' },
}

export const libraryCalls: CallGroup = {
  name: 'library',
  async run({ record, gateway, makeKey }) {
    const settled = () => indexed(gateway.dataDir)
    const add = (name: string, json: object) =>
      record(`add, ${name}`, { path: library, json, settle: settled })

    await record('status of an empty library', { path: `${library}/status` })
    const manual = idOf(await add('pages', { title: 'Alpaca manual', pages, collection: ' animals ' }))
    const note = idOf(
      await add('text', { title: 'Office keys', text: 'The spare key hangs in the kitchen.' }),
    )
    await add('an address', {
      title: 'Page',
      text: 'Old words here.',
      url: 'https://www.e.com/page?utm_source=x',
    })
    await add('the same address', { title: 'Page', text: 'New words here.', url: 'http://e.com/page/' })
    await add('a hash', { title: 'File', text: 'One file.', sha256: 'a'.repeat(64) })
    for (const [name, json] of Object.entries(wrong)) await record(`add, ${name}`, { path: library, json })

    await record('list', { path: library })
    await record('list, page by page', { path: `${library}?limit=2` })
    await record('list of a collection', { path: `${library}?collection=animals` })
    await record('list by title', { path: `${library}?q=KEYS&state=indexed` })
    await record('list with a wrong limit', { path: `${library}?limit=101` })
    await record('list with a wrong cursor', { path: `${library}?cursor=nowhere` })
    await record('list of an unknown state', { path: `${library}?state=lost` })
    await record('item', { path: `${library}/${manual}` })
    await record('item that is not there', { path: `${library}/${nobody}` })
    await record('item with a wrong id', { path: `${library}/x` })

    const search = (name: string, json: object) =>
      record(`search, ${name}`, { path: `${library}/search`, json })
    await search('words and meaning', { query: 'When is the stable cleaned?' })
    await search('words alone', { query: 'spare key', mode: 'text' })
    await search('in a collection', { query: 'stable', collections: ['animals'], top_k: 1 })
    await search('in no collection', { query: 'stable', collections: ['zoo'] })
    await search('nothing', { query: 'zzzz' })
    await search('no query', { query: ' ' })
    await search('too many', { query: 'x', top_k: 51 })

    const batch = (name: string, json: object) => record(`batch, ${name}`, { path: `${library}/batch`, json })
    await batch('move', { action: 'move', ids: [manual, nobody], collection: 'zoo' })
    await batch('retry', { action: 'retry', ids: [manual] })
    await batch('unknown', { action: 'paint', ids: [manual] })
    await batch('nothing', { action: 'delete', ids: [] })
    await batch('delete', { action: 'delete', ids: [manual] })
    await record('status', { path: `${library}/status` })
    await record('settings', { path: `${library}/settings`, json: { keep_everything: true } })
    await record('settings with a text', { path: `${library}/settings`, json: { keep_everything: 'yes' } })
    await record('settings back', { path: `${library}/settings`, json: { keep_everything: false } })
    await record('delete', { method: 'DELETE', path: `${library}/${note}` })
    await record('delete again', { method: 'DELETE', path: `${library}/${note}` })
    await record('upload into the library', {
      path: '/upload',
      form: { file: { name: 'a.md', bytes: '# Tides\n\nThe moon moves them.' }, library: 'docs' },
      settle: settled,
    })
    await record('a key without the scope', {
      path: library,
      token: await makeKey('--scopes', 'chat', '--name', 'chat'),
    })
    await record('a search asks the library', {
      path: '/v1/web',
      json: { model: 'search', params: { query: 'What moves the tides?' } },
    })
  },
}

function idOf({ body }: RawResponse): string {
  const { id } = JSON.parse(body.toString()) as { id: string }
  return id
}

/** Waits until indexing is done; reads the database, because a status request would be recorded too. */
async function indexed(dataDir: string): Promise<void> {
  const database = new Database(path.join(dataDir, 'sextant.db'), { readonly: true })
  const left = database
    .prepare<[], number>('select count(*) from library_items where work is not null')
    .pluck()
  try {
    const deadline = performance.now() + 20_000
    while (performance.now() < deadline) {
      if (left.get() === 0) return
      await sleep(50)
    }
    throw new Error('The library was not indexed within 20 s.')
  } finally {
    database.close()
  }
}
