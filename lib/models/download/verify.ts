import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { CatalogFile } from '#lib/models/catalog-entry.ts'
import { readJson } from '#lib/read-json.ts'

const markSchema = z.object({
  sha256: z.string(),
  sizeBytes: z.number(),
  modifiedMs: z.number(),
  changedMs: z.number(),
  inode: z.string(),
})

export type FileState = 'verified' | 'unverified' | 'wrong_size' | 'missing'

/** State of a file without reading it: a marker file records the verification of exactly these bytes. */
export async function fileState(path: string, file: CatalogFile): Promise<FileState> {
  const found = await readIdentity(path).catch(() => null)
  if (found === null) return 'missing'
  if (found.sizeBytes !== file.sizeBytes) return 'wrong_size'
  const mark = markSchema.safeParse(await readMark(path))
  const matches = mark.success && isDeepStrictEqual(mark.data, { sha256: file.sha256, ...found })
  return matches ? 'verified' : 'unverified'
}

/** Reads the whole file and compares its hash. */
export async function verifyFile(
  path: string,
  file: CatalogFile,
  options: { signal?: AbortSignal } = {},
): Promise<boolean> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash, options)
  return hash.digest('hex') === file.sha256
}

/** Writes a marker that these bytes were verified. */
export async function markVerified(path: string, file: CatalogFile): Promise<void> {
  const mark = { sha256: file.sha256, ...(await readIdentity(path)) }
  await writeFile(markPath(path), JSON.stringify(mark))
}

/** A process that writes the file can restore its modification time, but neither inode nor change time. */
async function readIdentity(path: string) {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path, { bigint: true })
  return {
    sizeBytes: Number(size),
    modifiedMs: Number(mtimeMs),
    changedMs: Number(ctimeMs),
    // Too large for a number on some file systems.
    inode: String(ino),
  }
}

export async function removeFile(path: string): Promise<void> {
  await rm(markPath(path), { force: true })
  await rm(path, { force: true })
}

function markPath(path: string): string {
  return `${path}.verified`
}

async function readMark(path: string): Promise<unknown> {
  return readJson(await readFile(markPath(path), 'utf8').catch(() => ''))
}
