import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { openStore } from '#lib/store/core/store.ts'
import { embedAlike, paragraphs } from './__fixtures__/paragraphs.ts'
import { createIndexer } from './create-indexer.ts'
import { keylessIndexRequest } from './index-request.ts'
import { createCutThread } from './cut-thread.ts'
import { cutPages } from './cut-pages.ts'
import { toEmbedder } from './library-embedder.ts'
import { loadTokenCounter } from '#lib/documents/write/token-counter.ts'

const counting = { from: 'encoding', encoding: 'cl100k_base', estimated: true } as const
const all = { collection: null, title: null, state: null, limit: 100, cursor: null }

test('kill −9 during indexing loses no saved text and duplicates nothing, three times', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sextant-library-kill-'))
  const embedder = toEmbedder('test', '')
  const counter = await loadTokenCounter(counting)

  for (let round = 1; round <= 3; round++) {
    const kept = await saveUntilKilled(dataDir, round * 9)

    const store = await openStore({ dataDir, databaseUrl: null })
    const { teamId } = await store.teams.openModeOwner()
    const faults: unknown[] = []
    const indexer = createIndexer({
      store: store.library,
      thread: createCutThread(async () => counting),
      embed: embedAlike,
      embedder,
      onFault: error => void faults.push(error),
    })
    indexer.start(async work => keylessIndexRequest(work))
    const rows = await vi.waitFor(
      async () => {
        const { rows: listed } = await store.library.list(teamId, all, embedder.stored)
        expect(listed.filter(({ state }) => state !== 'indexed')).toEqual([])
        return listed
      },
      { timeout: 60_000, interval: 50 },
    )
    const { chunks, embedded } = await store.library.sum(teamId, embedder.stored)
    await indexer.close()
    await store.close()

    expect(rows.length).toBeGreaterThanOrEqual(kept)
    for (const { title, chunks: count } of rows) {
      const number = Number(title.slice('Text '.length))
      expect(count).toBe(cutPages(title, [{ page: 1, content: paragraphs(number) }], counter).length)
    }
    expect(embedded).toBe(chunks)
    expect(faults).toEqual([])
  }
  rmSync(dataDir, { recursive: true, force: true })
}, 120_000)

/** @returns number of texts saved before the process was killed */
async function saveUntilKilled(dataDir: string, texts: number): Promise<number> {
  const script = fileURLToPath(new URL('__fixtures__/index-until-killed.ts', import.meta.url))
  const writer = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  let kept = 0
  for await (const line of createInterface(writer.stdout)) {
    kept = Number(line)
    if (kept === texts) writer.kill('SIGKILL')
  }
  await ended
  return kept
}
