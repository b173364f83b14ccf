import { join } from 'node:path'
import { findEntry } from './catalogue.ts'
import { onnxFileNames } from './catalogue-onnx-files.ts'
import { modelFolder } from './model-files.ts'

/** Where the `tokenizer.json` of an embedded embedding model lies once it is fetched; null for every other model. */
export function tokenizerPath(modelsDir: string, id: string): string | null {
  const entry = findEntry(id)
  return entry?.kind === 'embeddings' ? join(modelFolder(modelsDir, entry), onnxFileNames.tokenizer) : null
}
