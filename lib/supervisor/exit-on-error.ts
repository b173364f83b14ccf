/** Startup errors come from a setting or a database: print the reason, because a stack trace would hide it. */
export async function exitOnError<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
