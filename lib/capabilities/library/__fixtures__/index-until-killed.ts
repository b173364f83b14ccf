/** Saves and indexes texts, printing the number saved, until it is killed. */
import { openStore } from '#lib/store/core/store.ts'
import { createIndexer } from '#lib/capabilities/library/create-indexer.ts'
import { createCutThread } from '#lib/capabilities/library/cut-thread.ts'
import { createSaveToLibrary, defaultQuota } from '#lib/capabilities/library/save-to-library.ts'
import { toEmbedder } from '#lib/capabilities/library/library-embedder.ts'
import { embedAlike, paragraphs } from './paragraphs.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: null })
const { teamId } = await store.teams.openModeOwner()
const indexer = createIndexer({
  store: store.library,
  thread: createCutThread(async () => ({ from: 'encoding', encoding: 'cl100k_base', estimated: true })),
  embed: embedAlike,
  embedder: toEmbedder('test', ''),
  onFault: error => {
    throw error
  },
})
const save = createSaveToLibrary(store.library, indexer.wake, defaultQuota)
for (let at = 0; ; at++) {
  const title = `Text ${at}`
  const about = { ownerId: null, keyId: null, kind: 'document', url: null, collection: 'default', title } as const
  const sha256 = String(at).padStart(64, '0')
  await save(teamId, { ...about, sha256, texts: [{ page: 1, content: paragraphs(at) }] })
  process.stdout.write(`${at + 1}\n`)
}
