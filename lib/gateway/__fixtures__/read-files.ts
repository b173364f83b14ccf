import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of each file below a folder that a running gateway writes to; a file that it removes meanwhile is absent. */
export function readFiles(folder: string): { path: string; text: string }[] {
  return list(folder).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return readFiles(path)
    const text = entry.isFile() ? unlessRemoved(() => readFileSync(path, 'latin1')) : null
    return text === null ? [] : [{ path, text }]
  })
}

function list(folder: string): Dirent[] {
  return unlessRemoved(() => readdirSync(folder, { withFileTypes: true })) ?? []
}

function unlessRemoved<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
