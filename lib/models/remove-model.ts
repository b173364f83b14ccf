import { rm } from 'node:fs/promises'
import { ApiError } from '#lib/errors.ts'
import { findEntry } from './catalog.ts'
import { modelFolder } from './model-files.ts'

/**
 * Deletes a model's folder, including partial downloads.
 * @throws ApiError `model_not_found` for an id that is not in the catalog
 */
export async function removeModel(modelsDir: string, id: string): Promise<void> {
  const entry = findEntry(id)
  if (entry === undefined)
    throw new ApiError('model_not_found', `Model \`${id}\` is not in the catalog.`, { param: 'model' })
  await rm(modelFolder(modelsDir, entry), { recursive: true, force: true })
}
