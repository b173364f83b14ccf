import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Size of the files in a folder; what vanishes meanwhile counts nothing. */
export async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async name => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
