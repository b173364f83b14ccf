import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogFile, ChatEntry, FileOrigins } from '#lib/models/catalog-entry.ts'

/** Incompressible bytes, the same at each call. */
export function createContent(sizeBytes = 100_000): Buffer {
  const blocks = Array.from({ length: Math.ceil(sizeBytes / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  )
  return Buffer.concat(blocks).subarray(0, sizeBytes)
}

export function createFile(content: Uint8Array, origins: FileOrigins = {}, name = 'weights.gguf'): CatalogFile {
  return {
    name,
    sizeBytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...origins,
  }
}

export function createEntry(files: readonly CatalogFile[], id = 'local/qwen2.5-coder-0.5b-instruct'): ChatEntry {
  return {
    id,
    kind: 'chat',
    title: 'A model for tests',
    description: 'Answers tests.',
    architecture: 'none',
    licence: { name: 'MIT', url: 'https://example.com' },
    files,
    memoryBytes: 1000,
    trainedContextTokens: 1000,
    cacheBytesPerToken: 1,
    thinks: false,
    toolProbe: null,
  }
}

export interface Folder extends AsyncDisposable {
  readonly path: string
}

/** A temporary folder, deleted at the end of the test. */
export async function createFolder(): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'sextant-models-'))
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
    },
  }
}
