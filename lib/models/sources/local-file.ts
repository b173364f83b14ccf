import { copyFile, link, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from './source.ts'

/** A file that somebody has put into the models folder itself. It is linked or copied, never moved or removed. */
export function createLocalFileSource({ modelsDir }: { modelsDir: string }): Source {
  return {
    name: 'file',
    offers: () => true,
    async fetch({ file, partPath }) {
      const path = join(modelsDir, file.name)
      const found = await stat(path).catch(() => null)
      if (found === null) throw new Error(`${file.name} is not in ${modelsDir}`)
      if (found.size !== file.sizeBytes)
        throw new Error(`${path} has ${found.size} bytes instead of ${file.sizeBytes}`)
      await rm(partPath, { force: true })
      await link(path, partPath).catch(async () => await copyFile(path, partPath))
    },
  }
}
