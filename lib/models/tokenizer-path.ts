import { join } from 'node:path'
import { findEntry } from './catalog.ts'
import { onnxFileNames } from './catalog-onnx-files.ts'
import { modelFolder } from './model-files.ts'

/** Path of the `tokenizer.json` of a downloaded embedded embedding model; null for all other models. */
export function tokenizerPath(modelsDir: string, id: string): string | null {
  const entry = findEntry(id)
  return entry?.kind === 'embeddings' ? join(modelFolder(modelsDir, entry), onnxFileNames.tokenizer) : null
}
