import { findEntry } from './catalog.ts'
import { onnxFileNames } from './catalog-onnx-files.ts'

const digits = 12

/**
 * Distinguishes the weights of an embedded embedding model from others with the same name; empty for all other
 * models.
 */
export function embedderRevision(id: string): string {
  const entry = findEntry(id)
  if (entry?.kind !== 'embeddings') return ''
  return entry.files.find(({ name }) => name === onnxFileNames.model)?.sha256.slice(0, digits) ?? ''
}
