import { rm } from 'node:fs/promises'
import { ApiError } from '#lib/errors.ts'
import { findEntry } from './catalogue.ts'
import { modelFolder } from './model-files.ts'

/**
 * Deletes a model's folder, unfinished downloads included.
 * @throws ApiError `model_not_found` for an id that the catalogue does not hold
 */
export async function removeModel(modelsDir: string, id: string): Promise<void> {
  const entry = findEntry(id)
  if (entry === undefined)
    throw new ApiError('model_not_found', `The catalogue has no model \`${id}\`.`, { param: 'model' })
  await rm(modelFolder(modelsDir, entry), { recursive: true, force: true })
}
