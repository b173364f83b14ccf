import { existsSync, globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

// Paths in files that no compiler checks.
const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')
const thisFile = path.relative(repository, import.meta.filename)
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
const dockerIgnored = linesOf('.dockerignore')
const manifest = z
  .object({
    imports: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(read('package.json')))

describe('Dockerfile', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, files = '']) =>
    files.trim().split(/\s+/).slice(0, -1),
  )
  const started = [...dockerfile.matchAll(/\bnode(?: |", ")([\w./-]+\.ts)/g)].map(([, file = '']) => file)

  test('every copied or started file exists', () => {
    expect(copied).toContain('package-lock.json')
    expect(started.toSorted()).toEqual(['bin/start.ts', 'scripts/build-console.ts'])
    expect([...copied, ...started].filter(isMissing)).toEqual([])
  })

  test('no copied or started file is ignored', () => {
    const named = [...copied, ...started].filter(file => file !== '.')

    expect(named.filter(file => dockerIgnored.some(pattern => isBelow(file, pattern)))).toEqual([])
  })

  test('every removed package is installed', () => {
    const removed = /cd node_modules && rm -rf ([^&]+)&&/.exec(dockerfile)?.[1]?.trim().split(/\s+/) ?? []

    expect(removed).toContain('lucide-react')
    expect(removed.filter(pattern => matches(`node_modules/${pattern}`).length === 0)).toEqual([])
  })
})

test('.dockerignore names existing files, or files that Git ignores too', () => {
  const untracked = linesOf('.gitignore').map(line => line.replace(/\/$/, ''))
  const isKnown = (pattern: string) =>
    matches(pattern).length > 0 || untracked.some(each => each === pattern || path.matchesGlob(pattern, each))

  expect(dockerIgnored.length).toBeGreaterThan(10)
  expect(dockerIgnored.map(line => line.replace(/^!/, '')).filter(pattern => !isKnown(pattern))).toEqual([])
})

test('compose.yaml builds from a folder with a Dockerfile and mounts no file that is missing', () => {
  const file = z.looseObject({ required: z.boolean().default(true), path: z.string() })
  const service = z.looseObject({
    build: z.string().optional(),
    env_file: z.array(file).default([]),
    volumes: z.array(z.string()).default([]),
  })
  const { services } = z
    .looseObject({ services: z.record(z.string(), service) })
    .parse(parse(read('compose.yaml')))
  const all = Object.values(services)
  const built = all.flatMap(({ build }) => (build === undefined ? [] : [path.join(build, 'Dockerfile')]))
  const needed = all.flatMap(each => each.env_file.filter(({ required }) => required).map(({ path }) => path))
  const mounted = all.flatMap(({ volumes }) => volumes.map(volume => volume.split(':')[0] ?? ''))

  expect(built).toEqual(['Dockerfile'])
  expect([...built, ...needed, ...mounted.filter(place => place.startsWith('.'))].filter(isMissing)).toEqual(
    [],
  )
})

describe('knip.json', () => {
  const { entry, project, ignoreBinaries } = z
    .looseObject({
      entry: z.array(z.string()),
      project: z.array(z.string()),
      ignoreBinaries: z.array(z.string()),
    })
    .parse(JSON.parse(read('knip.json')))

  test('each entry exists', () => {
    expect([...entry, ...project].filter(pattern => matches(pattern).length === 0)).toEqual([])
  })

  test('each ignored binary is still started somewhere', () => {
    const sources = matches('{bench,bin,e2e,lib,scripts}/**/*.{ts,mjs}').filter(file => file !== thisFile)
    const all = sources.map(read).join('\n')

    expect(ignoreBinaries.filter(name => !new RegExp(`['"\`/ ]${name}['"\` ]`).test(all))).toEqual([])
  })
})

describe('package.json', () => {
  test('the files that its scripts start, and the folders of its imports, exist', () => {
    const started = Object.values(manifest.scripts).flatMap(script =>
      [...script.matchAll(/\bnode ([\w./-]+\.(?:ts|mjs))/g)].map(([, file = '']) => file),
    )
    const imported = Object.values(manifest.imports).map(pattern => pattern.replace(/\*$/, ''))

    expect(started).toContain('bin/setup.mjs')
    expect([...started, ...imported].filter(isMissing)).toEqual([])
  })

  test('each package with an install script has a decision, and each decision has its package', () => {
    const { packages } = z
      .object({ packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })) })
      .parse(JSON.parse(read('package-lock.json')))
    const judged = Object.keys(manifest.allowScripts)
    const withScript = Object.entries(packages)
      .filter(([place, { hasInstallScript }]) => hasInstallScript === true && !isMissing(place))
      .map(([place]) => place.replace(/^.*node_modules\//, ''))

    expect(judged.filter(name => isMissing(`node_modules/${name}/package.json`))).toEqual([])
    expect(withScript.length).toBeGreaterThan(0)
    expect(withScript.filter(name => !judged.includes(name))).toEqual([])
  })
})

function read(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8')
}

function linesOf(file: string): string[] {
  return read(file)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
}

function matches(pattern: string): string[] {
  const exclude = pattern.startsWith('node_modules/') ? [] : ['**/node_modules/**', '.next/**']
  return globSync(pattern, { cwd: repository, exclude })
}

function isBelow(file: string, pattern: string): boolean {
  return path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`)
}

function isMissing(file: string): boolean {
  return !existsSync(path.join(repository, file))
}
