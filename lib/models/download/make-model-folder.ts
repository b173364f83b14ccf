import { access, constants, mkdir } from 'node:fs/promises'
import { ApiError } from '#lib/errors.ts'

/** @throws ApiError `model_unavailable` that names the folder and its setting when it cannot be written */
export async function makeModelFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause
    const message = `The folder ${folder} cannot be written (${String(cause.code)}). Let this user write it, or name another with MODELS_DIR.`
    throw new ApiError('model_unavailable', message, { cause, final: true })
  }
}
