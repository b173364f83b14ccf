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
 * The packages that Sextant needs to run, by name and version, without development dependencies. Platform-specific
 * packages are read from the lockfile only, so that the list is the same on every machine.
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
    return `| ${name} | ${version} | ${licence} | ${note ?? '**not reviewed**'} |`
  })
  return `# Third-party packages

Sextant needs these ${packages.length} packages to run; each has its own license. Development dependencies are not listed. The
table is generated from package-lock.json by \`npm run licences\`.

The weights of the embedded models are not part of this repository. \`npm run -s sextant -- models list\` prints their licenses.

| Package | Version | License | Note |
|---|---|---|---|
${rows.join('\n')}

## Price data

\`lib/prices/catalog.json\` contains prices and model facts of two projects, both under the MIT license below:

- genai-prices 0.2.3, Copyright (c) Pydantic Services Inc. 2025 to present
- litellm 1.109.1, the file \`model_prices_and_context_window_backup.json\`, Copyright (c) 2023 Berri AI

${mitLicense}
`
}

const mitLicense = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

// Old packages have an array of licenses, the oldest only a license file.
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
