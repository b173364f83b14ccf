import { join } from 'node:path'
import type { CatalogEntry, CatalogFile } from './catalog-entry.ts'

/** The model whose files it uses: itself, except for one without its own weights. */
export function weightsOf(entry: CatalogEntry): CatalogEntry {
  return entry.kind === 'rerank' && entry.architecture === 'hybrid' ? entry.embedder : entry
}

/** The folder of a model's files: its id without `local/`. */
export function modelFolder(modelsDir: string, entry: CatalogEntry): string {
  return join(modelsDir, entry.id.replace(/^local\//, ''))
}

export function modelFile(modelsDir: string, entry: CatalogEntry, file: CatalogFile): string {
  return join(modelFolder(modelsDir, entry), file.name)
}

export function sizeOfModel(entry: CatalogEntry): number {
  return entry.files.reduce((sum, file) => sum + file.sizeBytes, 0)
}
