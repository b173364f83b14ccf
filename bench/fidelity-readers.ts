/** Readers of the fidelity benchmark: ours, its peers, and the truth. Each returns the text by path. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { environment } from '#lib/config.ts'
import { createParsePool } from '#lib/documents/pool/pool.ts'
import { testOptions } from '#lib/documents/__fixtures__/test-options.ts'
import { fidelityCache } from './fidelity-files.ts'
import { installPython, peerFolder, peers } from './install-peers.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** null: the file was refused, or reading it failed. */
export type Texts = ReadonlyMap<string, string | null>
export interface Truth {
  readonly text: string
  /** Words that a reader may show or leave out. */
  readonly optional: string
}
export type FidelityReader = (paths: readonly string[]) => Promise<Texts>

const outputBytesMax = 2 ** 30
const pythonPackages = [
  'markitdown[docx,pptx,xlsx,pdf,outlook]==0.1.3',
  'trafilatura==2.0.0',
  'lxml-html-clean==0.4.6',
  'striprtf==0.0.29',
  'olefile==0.47',
]

export const readers = {
  ours: readByPool,
  'our pages': async paths => readPages('ours', paths),
  'Readability + jsdom': async paths => {
    // Installing prints a line, which must not be among the results.
    peerFolder('jsdom')
    return readPages('readability', paths)
  },
  markitdown: readByPython('markitdown'),
  trafilatura: readByPython('trafilatura'),
  striprtf: readByPython('striprtf'),
  pdftotext: async paths => new Map(paths.map(path => [path, readPdf(path)])),
} satisfies Record<string, FidelityReader>

/** The expected texts; a file without one is not among them. */
export function readTruths(paths: readonly string[]): ReadonlyMap<string, Truth> {
  const lines = runReader(python(), [join(peers, 'fidelity-truth.py')], paths).split('\n')
  const parsed = lines.filter(line => line !== '').map(line => truthSchema.parse(JSON.parse(line)))
  return new Map(
    parsed.flatMap(({ path, text, optional }) => (text === undefined ? [] : [[path, { text, optional }]])),
  )
}

const truthSchema = z.object({
  path: z.string(),
  text: z.string().optional(),
  optional: z.string().default(''),
})
const bodySchema = z.object({ content: z.string() })

/** As `POST /upload` reads it, to Markdown. */
async function readByPool(paths: readonly string[]): Promise<Texts> {
  using folder = temporaryFolder()
  const pool = createParsePool({
    folder: folder.path,
    readable: [],
    searchPath: environment['PATH'] ?? '',
  })
  await using resources = new AsyncDisposableStack()
  resources.defer(() => pool.close())
  const transcribe = (): Promise<never> => Promise.reject(new Error('no speech-to-text model'))
  const call = { signal: new AbortController().signal, anonymous: false, transcribe }
  const texts = new Map<string, string | null>()
  for (const path of paths) {
    const home = mkdtempSync(join(folder.path, 'upload-'))
    const upload = join(home, 'upload')
    copyFileSync(path, upload)
    const options = { ...testOptions, name: path, mode: 'markdown' } as const
    try {
      const { bodyPath } = await pool.parseFile(upload, options, call)
      texts.set(path, bodySchema.parse(JSON.parse(readFileSync(bodyPath, 'utf8'))).content)
    } catch {
      texts.set(path, null)
    }
    rmSync(home, { recursive: true })
  }
  return texts
}

function readByPython(name: string): FidelityReader {
  return async paths => toTexts(runReader(python(), [join(peers, 'fidelity-peers.py'), name], paths))
}

function readPages(reader: string, paths: readonly string[]): Texts {
  return toTexts(runReader(process.execPath, [join(import.meta.dirname, 'fidelity-pages.ts'), reader], paths))
}

function readPdf(path: string): string | null {
  try {
    return execFileSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: outputBytesMax })
  } catch {
    return null
  }
}

/** A Python of its own with the peers, installed when it is not there. */
function python(): string {
  return installPython(join(fidelityCache, 'python'), pythonPackages)
}

/** Its output up to a crash: the file that crashed a reader, and those after it, count as failed. */
function runReader(program: string, values: readonly string[], paths: readonly string[]): string {
  if (paths.length === 0) return ''
  const { stdout, stderr, status } = spawnSync(program, values, {
    input: JSON.stringify(paths),
    encoding: 'utf8',
    maxBuffer: outputBytesMax,
  })
  if (stdout === '') throw new Error(`${values.join(' ')} ended with ${status}: ${stderr.slice(-500)}`)
  return stdout
}

const lineSchema = z.object({ path: z.string(), text: z.string().nullish() })

function toTexts(lines: string): Texts {
  const parsed = lines.split('\n').filter(line => line !== '')
  return new Map(
    parsed.map(line => {
      const { path, text } = lineSchema.parse(JSON.parse(line))
      return [path, text ?? null]
    }),
  )
}
