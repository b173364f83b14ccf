import { catalogue } from './catalogue.ts'
import type { CatalogueEntry } from './catalogue-entry.ts'
import { fileState } from './download/verify.ts'
import { modelFile, sizeOfModel, weightsOf } from './model-files.ts'

export interface StoredModel {
  readonly entry: CatalogueEntry
  readonly sizeBytes: number
  /** `unchecked`: there, but changed since its sha256 was last checked; the next use does so. */
  readonly state: 'ready' | 'unchecked' | 'not_downloaded'
}

/** Every model of the catalogue with what the models folder holds of it. Reads no file's content. */
export async function listModels(modelsDir: string): Promise<StoredModel[]> {
  return await Promise.all(
    catalogue.map(async entry => ({
      entry,
      sizeBytes: sizeOfModel(entry),
      state: await storedState(modelsDir, entry),
    })),
  )
}

export async function storedState(modelsDir: string, entry: CatalogueEntry): Promise<StoredModel['state']> {
  const owner = weightsOf(entry)
  const states = await Promise.all(
    owner.files.map(async file => await fileState(modelFile(modelsDir, owner, file), file)),
  )
  if (states.includes('missing')) return 'not_downloaded'
  return states.every(state => state === 'verified') ? 'ready' : 'unchecked'
}
