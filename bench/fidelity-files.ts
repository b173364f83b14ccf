/** The files of `bench fidelity`: downloaded once into a cache outside the repository, and divided into two halves. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { environment } from '#lib/config.ts'
import { type Origin, type Source, sources } from './fidelity-sources.ts'

export const fidelityKinds = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'odp',
  'ods',
  'epub',
  'rtf',
  'eml',
  'msg',
  'page',
  'article',
] as const
export type FidelityKind = (typeof fidelityKinds)[number]

export interface FidelityFile {
  readonly kind: FidelityKind
  readonly path: string
  /** Its source and the path there: the name that decides its half. */
  readonly name: string
  /** A file with the text that is expected; null if it is read from the container. */
  readonly expected: string | null
}

export const fidelityCache = join(
  environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
  'sextant-bench-fidelity',
)

const kindByExtension: Readonly<Record<string, FidelityKind>> = {
  '.docx': 'docx',
  '.docm': 'docx',
  '.pptx': 'pptx',
  '.xlsx': 'xlsx',
  '.xlsm': 'xlsx',
  '.odt': 'odt',
  '.odp': 'odp',
  '.ods': 'ods',
  '.epub': 'epub',
  '.rtf': 'rtf',
  '.eml': 'eml',
  '.msg': 'msg',
}
const kindByExpected: readonly (readonly [FidelityKind, RegExp, string])[] = [
  ['page', /\/source\.html$/, '/expected.html'],
  // People have copied these from pages; those of `page` are the output of Readability and others.
  ['article', /\/articles\/([^/]+)\.html$/, '/articles/$1.txt'],
  ['page', /\/html\/([^/]+)\.html$/, '/txt/$1.txt'],
]
const articlesSchema = z.record(z.string(), z.object({ articleBody: z.string() }))
const bytesMax = 4_000_000
const filesMax = 400

/** The files of a half, at most 400 of a kind, each content once. */
export function listFiles(heldOut: boolean): readonly FidelityFile[] {
  const all = sources.flatMap(source => filesOf(source, fetchSource(source)))
  const once = new Map(all.toSorted(byHash).map(file => [hash(readFileSync(file.path)), file]))
  const half = [...once.values()].filter(file => isHeldOut(file.name) === heldOut)
  return fidelityKinds.flatMap(kind => half.filter(file => file.kind === kind).slice(0, filesMax / 2))
}

/**
 * Looked at, and open since then. Their expected texts are Readability's output, which has less than the page: of a
 * section's front page it leaves out most lists, and of an encyclopedia its formulas.
 */
const opened: ReadonlySet<string> = new Set([
  'readability/test/test-pages/nytimes-5/source.html',
  'readability/test/test-pages/wikipedia-3/source.html',
])

/** Half of the names are kept aside, and are not looked at while parsers are mended. */
export function isHeldOut(name: string): boolean {
  return !opened.has(name) && Number.parseInt(hash(name).slice(0, 2), 16) % 2 === 1
}

function byHash(one: FidelityFile, other: FidelityFile): number {
  return hash(one.name) < hash(other.name) ? -1 : 1
}

function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function filesOf({ id }: Source, folder: string): FidelityFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path))
  return paths.flatMap((path): FidelityFile[] => {
    const { kind, expected } = toKind(path)
    if (kind === null || statSync(path).size > bytesMax) return []
    return [{ kind, path, name: `${id}/${path.slice(folder.length + 1)}`, expected }]
  })
}

function toKind(path: string): { kind: FidelityKind | null; expected: string | null } {
  for (const [kind, pattern, replacement] of kindByExpected) {
    const expected = path.replace(pattern, replacement)
    if (expected !== path && existsSync(expected)) return { kind, expected }
  }
  return { kind: kindByExtension[extname(path).toLowerCase()] ?? null, expected: null }
}

/** The folder of a source, downloaded and checked when it is not there. */
export function fetchSource({ id, origin }: Source): string {
  const version = origin.from === 'git' ? origin.commit : origin.sha256
  const folder = join(fidelityCache, `${id}-${version.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  console.log(`Downloading ${id} …`)
  const partial = `${folder}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(join(partial, 'files'), { recursive: true })
  download(origin, partial)
  unpackArticles(join(partial, 'files'))
  renameSync(join(partial, 'files'), folder)
  rmSync(partial, { recursive: true })
  return folder
}

function download(origin: Origin, folder: string): void {
  const run = (program: string, ...values: readonly string[]): Buffer =>
    execFileSync(program, values, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 31 })
  switch (origin.from) {
    case 'git':
      run('git', 'init', '--quiet', '--bare', 'git')
      run('git', '-C', 'git', 'fetch', '--quiet', '--depth', '1', origin.url, origin.commit)
      run('git', '-C', 'git', 'archive', '--output', '../files.tar', origin.commit, ...origin.folders)
      run('tar', '-xf', 'files.tar', '-C', 'files')
      return
    case 'pypi': {
      const release = `${origin.name}==${origin.version}`
      run('python3', '-m', 'pip', 'download', '--no-deps', '--no-binary', origin.name, release)
      run('tar', '-xzf', checkedArchive(folder, origin.sha256), '-C', 'files')
      return
    }
    case 'maven':
      run(
        'mvn',
        '-B',
        'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
        `-Dartifact=${origin.artifact}`,
        '-DoutputDirectory=.',
      )
      run('python3', '-m', 'zipfile', '-e', checkedArchive(folder, origin.sha256), 'files')
  }
}

/** Pages with the texts that people have copied from them, all of them in one file. */
function unpackArticles(folder: string): void {
  const listed = join(folder, 'ground-truth.json')
  if (!existsSync(listed)) return
  mkdirSync(join(folder, 'articles'))
  const texts = articlesSchema.parse(JSON.parse(readFileSync(listed, 'utf8')))
  for (const [id, { articleBody }] of Object.entries(texts)) {
    const page = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))
    writeFileSync(join(folder, 'articles', `${id}.html`), page)
    writeFileSync(join(folder, 'articles', `${id}.txt`), articleBody)
  }
}

function checkedArchive(folder: string, sha256: string): string {
  const name = readdirSync(folder).find(each => /\.(tar\.gz|jar)$/.test(each))
  if (name === undefined) throw new Error(`No archive was downloaded to ${folder}.`)
  const found = hash(readFileSync(join(folder, name)))
  if (found !== sha256) throw new Error(`${basename(name)} has the SHA-256 ${found}, expected ${sha256}.`)
  return name
}
