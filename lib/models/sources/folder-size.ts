import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of all files below a folder; 0 if missing. Files may disappear during the scan. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  const sizes = await Promise.all(
    (entries ?? [])
      .filter(entry => entry.isFile())
      .map(async entry => (await stat(join(entry.parentPath, entry.name)).catch(ignoreMissing))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
