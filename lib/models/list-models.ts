import { catalog } from './catalog.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import { fileState } from './download/verify.ts'
import { modelFile, sizeOfModel, weightsOf } from './model-files.ts'

export interface StoredModel {
  readonly entry: CatalogEntry
  readonly sizeBytes: number
  /** `unchecked`: downloaded, but changed since its sha256 was last verified; verified on next use. */
  readonly state: 'ready' | 'unchecked' | 'not_downloaded'
}

/** All models of the catalog with their files in the models folder. Reads no file contents. */
export async function listModels(modelsDir: string): Promise<StoredModel[]> {
  return await Promise.all(
    catalog.map(async entry => ({
      entry,
      sizeBytes: sizeOfModel(entry),
      state: await storedState(modelsDir, entry),
    })),
  )
}

export async function storedState(modelsDir: string, entry: CatalogEntry): Promise<StoredModel['state']> {
  const owner = weightsOf(entry)
  const states = await Promise.all(
    owner.files.map(async file => await fileState(modelFile(modelsDir, owner, file), file)),
  )
  if (states.includes('missing')) return 'not_downloaded'
  return states.every(state => state === 'verified') ? 'ready' : 'unchecked'
}
