import { z } from 'zod'

/** A package of the lockfile. */
export interface LockedPackage {
  /** Its path in the lockfile, such as `node_modules/next`. */
  readonly where: string
  readonly name: string
  readonly version: string
  /** Hash of its archive; null: npm installs it unchecked. */
  readonly integrity: string | null
  readonly os: readonly string[]
  readonly cpu: readonly string[]
}

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      name: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
})

/** The packages that npm installs from a registry. @param text the content of package-lock.json */
export function readLocked(text: string): LockedPackage[] {
  return Object.entries(lockfile.parse(JSON.parse(text)).packages).flatMap(([where, entry]) => {
    if (where === '' || entry.link === true || entry.version === undefined) return []
    // An alias has the name of its target.
    const name = entry.name ?? where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const { version, integrity = null, os = [], cpu = [] } = entry
    return [{ where, name, version, integrity, os, cpu }]
  })
}

export function withoutIntegrity(packages: readonly LockedPackage[]): LockedPackage[] {
  return packages.filter(({ integrity }) => integrity === null)
}

/**
 * The same lockfile with hashes by path, in npm's format, so that the next `npm install` changes nothing. Existing
 * hashes stay.
 */
export function addIntegrity(text: string, hashes: ReadonlyMap<string, string>): string {
  const open = withoutIntegrity(readLocked(text)).filter(({ where }) => hashes.has(where))
  return open.reduce((changed, { where }) => {
    const entry = changed.indexOf(`\n    ${JSON.stringify(where)}: {\n`)
    const version = changed.indexOf('\n      "version": ', entry)
    const end = changed.indexOf('\n', version + 1)
    if (entry === -1 || version === -1 || changed[end - 1] !== ',')
      throw new Error(`package-lock.json is not formatted as npm does: ${where}`)
    const line = `\n      "integrity": ${JSON.stringify(hashes.get(where))},`
    return changed.slice(0, end) + line + changed.slice(end)
  }, text)
}
