import { isFullDisk } from '#lib/errors.ts'

/**
 * Startup errors come from a setting or a database: print the reason, because a stack trace would hide it.
 * @param folder the step writes to it
 */
export async function exitOnError<T>(step: () => T | Promise<T>, folder?: string): Promise<T> {
  try {
    return await step()
  } catch (error) {
    process.stderr.write(`${describeStartError(error, folder)}\n`)
    process.exit(1)
  }
}

/** The reason in one sentence. An error of a full disk names no path by itself. */
export function describeStartError(error: unknown, folder?: string): string {
  if (!(error instanceof Error)) return String(error)
  if (folder === undefined || !isFullDisk(error)) return error.message
  const path = 'path' in error && typeof error.path === 'string' ? error.path : folder
  return `The disk of ${path} is full. Free some space and start again. (${error.message})`
}
