import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import type { Programs } from './child-messages.ts'

/** Which of the optional programs are on the `PATH`. */
export function findPrograms(searchPath: string): Programs {
  return {
    tesseract: findProgram('tesseract', searchPath) !== null,
    ffmpeg: findProgram('ffmpeg', searchPath) !== null,
    soffice: findProgram('soffice', searchPath) !== null,
  }
}

function findProgram(name: string, searchPath: string): string | null {
  const places = searchPath.split(path.delimiter).filter(Boolean)
  return places.map(place => path.join(place, name)).find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
