import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { judge } from './judge.ts'

export interface Package {
  readonly name: string
  readonly version: string
  readonly licence: string
}

const lockEntry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
})
const lockfile = z.object({ packages: z.record(z.string(), lockEntry) })
const manifest = z.object({
  license: z.string().optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
})

/**
 * The packages that the product needs to run, by name and version. Tools of development are not part of it.
 * Builds for one platform come from the lockfile alone, so that the list is the same on every machine.
 */
export function readPackages(root: string): Package[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const found = Object.entries(packages).flatMap(([where, entry]): Package[] => {
    if (where === '' || entry.dev) return []
    const licence = entry.license ?? (entry.optional ? null : readLicence(path.join(root, where)))
    if (licence === null) return []
    const name = entry.name ?? where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length)
    return [{ name, version: entry.version ?? '', licence }]
  })
  const unique = new Map(found.map(each => [`${each.name}@${each.version}`, each]))
  return [...unique.values()].toSorted((one, other) => compare(toKey(one), toKey(other)))
}

export function unjudged(packages: readonly Package[]): Package[] {
  return packages.filter(({ name, licence }) => judge(name, licence) === null)
}

export function toThirdPartyText(packages: readonly Package[]): string {
  const rows = packages.map(({ name, version, licence }) => {
    const note = judge(name, licence)
    return `| ${name} | ${version} | ${licence} | ${note ?? '**not judged**'} |`
  })
  return `# Third-party packages

Made by \`npm run licences\` from package-lock.json: what Sextant needs to run, ${packages.length} packages, each under its own
licence. Packages that only help to develop it are left out. The embedded models and their licences are listed by
\`npm run -s sextant -- models list\`; their weights are fetched, not part of this repository.

| Package | Version | Licence | Note |
|---|---|---|---|
${rows.join('\n')}
`
}

// Old packages say it in an array, the oldest in a file alone.
function readLicence(folder: string): string {
  const manifestPath = path.join(folder, 'package.json')
  if (!existsSync(manifestPath)) return 'unknown'
  const { license, licenses } = manifest.parse(JSON.parse(readFileSync(manifestPath, 'utf8')))
  if (license) return license
  if (licenses) return licenses.map(each => each.type).join(' OR ')
  const text = ['LICENSE', 'LICENSE.md', 'LICENSE.txt'].map(file => path.join(folder, file)).find(existsSync)
  return text && readFileSync(text, 'utf8').includes('Permission is hereby granted, free of charge')
    ? 'MIT'
    : 'unknown'
}

function toKey({ name, version }: Package): string {
  return `${name}@${version}`
}

// Not localeCompare: the order must not depend on the machine.
function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
