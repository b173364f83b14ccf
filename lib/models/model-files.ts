import { join } from 'node:path'
import type { CatalogueEntry, CatalogueFile } from './catalogue-entry.ts'

/** The model whose files it uses: itself, except for one without its own weights. */
export function weightsOf(entry: CatalogueEntry): CatalogueEntry {
  return entry.kind === 'rerank' && entry.architecture === 'hybrid' ? entry.embedder : entry
}

/** The folder of a model's files: its id without `local/`. */
export function modelFolder(modelsDir: string, entry: CatalogueEntry): string {
  return join(modelsDir, entry.id.replace(/^local\//, ''))
}

export function modelFile(modelsDir: string, entry: CatalogueEntry, file: CatalogueFile): string {
  return join(modelFolder(modelsDir, entry), file.name)
}

export function sizeOfModel(entry: CatalogueEntry): number {
  return entry.files.reduce((sum, file) => sum + file.sizeBytes, 0)
}
