import { execFile } from 'node:child_process'
import { z } from 'zod'
import type { LockedPackage } from './lockfile.ts'

const answerBytesMax = 1024 * 1024
const answerMs = 60_000
const atOnceMax = 4

/**
 * Asks npm, with the registry that it is configured for, for the hashes of packages.
 * @param ask the output of `npm view`; replaced in tests
 * @returns by path in the lockfile; packages that the registry does not have are missing
 */
export async function askIntegrity(
  packages: readonly LockedPackage[],
  ask: (spec: string) => Promise<string> = viewIntegrity,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = packages.values()
  async function askSome(): Promise<void> {
    for (const { where, name, version } of waiting) {
      const integrity = readIntegrity(await ask(`${name}@${version}`))
      if (integrity !== null) found.set(where, integrity)
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, askSome))
  return found
}

const failureSchema = z.object({ error: z.object({ code: z.string(), summary: z.string() }) })
const notThere: readonly string[] = ['E404', 'ETARGET']

/**
 * The output of `npm view <package> dist.integrity --json`.
 * @returns null if the registry does not have the package
 * @throws Error if npm failed otherwise, or the hash is not SHA-512
 */
export function readIntegrity(output: string): string | null {
  if (output.trim() === '') return null
  const answer: unknown = JSON.parse(output)
  if (typeof answer === 'string') {
    if (/^sha512-[A-Za-z0-9+/]{86}==$/.test(answer)) return answer
    throw new Error(`npm returned an unexpected hash: ${answer}`)
  }
  const { code, summary } = failureSchema.parse(answer).error
  if (notThere.includes(code)) return null
  throw new Error(`npm failed: ${code}: ${summary}`)
}

function viewIntegrity(spec: string): Promise<string> {
  const options = { maxBuffer: answerBytesMax, timeout: answerMs }
  return new Promise((resolve, reject) => {
    execFile('npm', ['view', spec, 'dist.integrity', '--json'], options, (error, stdout) => {
      // A package that does not exist is a failure with JSON.
      if (error !== null && stdout === '') reject(error)
      else resolve(stdout)
    })
  })
}
