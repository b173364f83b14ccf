import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { environment } from '#lib/config.ts'
import { toChunks } from '#lib/documents/chunks/to-chunks.ts'
import type { ParseOptions } from '#lib/documents/options.ts'
import { createParsePool } from '#lib/documents/pool/pool.ts'
import { testOptions } from '#lib/documents/__fixtures__/test-options.ts'
import { loadTokenCounter } from '#lib/documents/write/token-counter.ts'
import { type BenchFiles, makeFiles } from './documents-files.ts'
import { measureChat } from './documents-load.ts'
import { startDocumentServer } from './documents-server.ts'
import { startUpstream } from './gateway-targets.ts'
import { peerFolder, peers } from './install-peers.ts'
import { type Row, toRow } from './row.ts'

const rounds = 5
const growthRuns = 20
const searchPath = environment['PATH'] ?? ''
const measuredSchema = z.object({ ms: z.number(), chars: z.int().min(1) })

type Reader = (path: string) => Promise<number>

/** Time from file to text on disk: our warm child process compared with peers. */
export async function run(): Promise<readonly Row[]> {
  for (const program of ['pdftotext', 'pdftoppm', 'tesseract']) requireProgram(program)
  peerFolder('mammoth')
  const folder = mkdtempSync(join(tmpdir(), 'sextant-bench-documents-'))
  await using resources = new AsyncDisposableStack()
  resources.defer(() => rmSync(folder, { recursive: true, force: true }))
  const files = await makeFiles(join(folder, 'files'))
  const ours = createOurs(folder, resources)
  const officeparser = startPeer('officeparser', resources)
  const mammoth = startPeer('mammoth', resources)
  const text: Reader = path => ours.read(path)

  const pdf = await interleave(files.pdf, { text, officeparser, pdftotext: runProgram('pdftotext') })
  const childMegabytes = ours.megabytes()
  for (let at = 0; at < growthRuns; at++) await ours.read(files.pdf)
  const grownMegabytes = ours.megabytes()
  const docx = await interleave(files.docx, { text, officeparser, mammoth })
  const xlsx = await interleave(files.xlsx, { text, officeparser })
  const epub = await interleave(files.epub, { text, officeparser })
  const ocr = await interleave(files.scan, {
    text: path => ours.read(path, { enableOcr: true }),
    tesseract: runProgram('tesseract'),
  })
  const tokensPerSecond = await measureChunker()
  const { firstMs, chat } = await measureServer(folder, files)

  return [
    row('600 pages of PDF to text', pdf.text, 'pdftotext', pdf.pdftotext, 1.5),
    row(
      '600 pages of PDF to text, compared with officeparser',
      pdf.text,
      'officeparser 8.1.1',
      pdf.officeparser,
      1 / 4,
    ),
    toRow({ name: 'memory of the child for it', unit: 'MB', ours: childMegabytes, goal: 250 }),
    toRow({
      name: `memory after ${growthRuns} more runs`,
      unit: 'MB',
      ours: grownMegabytes,
      goal: 250,
    }),
    row('DOCX to text', docx.text, 'officeparser 8.1.1', docx.officeparser),
    row('DOCX to text', docx.text, 'mammoth 1.13.0', docx.mammoth),
    row('XLSX to text', xlsx.text, 'officeparser 8.1.1', xlsx.officeparser),
    row('EPUB to text', epub.text, 'officeparser 8.1.1', epub.officeparser),
    row('OCR of a page', ocr.text, 'tesseract', ocr.tesseract),
    toRow({
      name: 'last byte of a small PDF to first byte of its response',
      unit: 'ms',
      ours: firstMs,
      goal: 150,
    }),
    toRow({
      name: `chat p95 while eight files at a time are read (${chat.uploads}), compared with idle`,
      unit: 'ms',
      ours: chat.busyMs,
      peer: chat.aloneMs,
      peerName: 'alone',
      goal: 2 * chat.aloneMs,
    }),
    toRow({ name: 'chunking a million tokens', unit: '1/s', ours: tokensPerSecond }),
  ]
}

function row(name: string, ours: number, peerName: string, peer: number, ratioMax?: number): Row {
  return toRow({
    name,
    unit: 'ms',
    ours,
    peer,
    peerName,
    goal: ratioMax === undefined ? undefined : peer * ratioMax,
  })
}

function createOurs(folder: string, resources: AsyncDisposableStack) {
  const pool = createParsePool({ folder, readable: [], searchPath })
  resources.defer(() => pool.close())
  const signal = new AbortController().signal
  const transcribe = (): Promise<never> => Promise.reject(new Error('no speech-to-text model'))
  return {
    async read(path: string, changes: Partial<ParseOptions> = {}): Promise<number> {
      const home = mkdtempSync(join(folder, 'upload-'))
      // The pool moves the file, so it is copied before the measurement.
      const upload = join(home, 'upload')
      copyFileSync(path, upload)
      const startedAt = performance.now()
      await pool.parseFile(upload, { ...testOptions, ...changes }, { signal, anonymous: false, transcribe })
      const ms = performance.now() - startedAt
      rmSync(home, { recursive: true })
      return ms
    },
    /** Memory of the largest child process now. */
    megabytes(): number {
      const listed = execFileSync('ps', ['-e', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' })
      const sizes = listed.split('\n').flatMap(line => {
        const [, parent, kilobytes, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
        return Number(parent) === process.pid && args.includes('pool/child.ts')
          ? [Number(kilobytes) / 1024]
          : []
      })
      return Math.max(0, ...sizes)
    },
  }
}

function startPeer(kind: string, resources: AsyncDisposableStack): Reader {
  const script = join(import.meta.dirname, 'documents-peer.ts')
  const child = spawn(process.execPath, [script, kind, peers], { stdio: ['pipe', 'pipe', 'inherit'] })
  resources.defer(async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const ready = lines.next()
  return async path => {
    await ready
    child.stdin.write(`${path}\n`)
    const { value } = await lines.next()
    return measuredSchema.parse(JSON.parse(String(value))).ms
  }
}

function runProgram(name: 'pdftotext' | 'tesseract'): Reader {
  return async path => {
    const startedAt = performance.now()
    const words =
      name === 'pdftotext' ? [path, `${path}.txt`] : [path, `${path}.out`, '--psm', '3', '--dpi', '300']
    execFileSync(name, words, { stdio: 'ignore', env: { ...environment, OMP_THREAD_LIMIT: '1' } })
    return performance.now() - startedAt
  }
}

/** Medians over rounds that alternate between them, after a warm-up round. */
async function interleave<Name extends string>(
  path: string,
  readers: Readonly<Record<Name, Reader>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(readers) as Name[]
  const taken = new Map<Name, number[]>(names.map(name => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const ms = await readers[name](path)
      if (round > 0) taken.get(name)?.push(ms)
    }
  }
  return Object.fromEntries(names.map(name => [name, median(taken.get(name) ?? [])])) as Record<Name, number>
}

async function measureChunker(): Promise<number> {
  const counter = await loadTokenCounter({ from: 'encoding', encoding: 'cl100k_base', estimated: false })
  const sentence = 'The river carried small boats past quiet gardens while people talked about the weather. '
  const block = { type: 'paragraph', text: sentence.repeat(8), headings: [], origin: 'text' } as const
  const tokens = counter.count(block.text)
  const blocks = Array.from({ length: Math.ceil(1_000_000 / tokens) }, () => block)
  const startedAt = performance.now()
  toChunks(blocks, { size: 512, overlap: 0, pageBased: false, counter })
  return (blocks.length * tokens * 1000) / (performance.now() - startedAt)
}

async function measureServer(folder: string, files: BenchFiles) {
  const { process: upstream, port } = await startUpstream()
  await using _upstream = upstream
  await using server = await startDocumentServer(port, folder)
  const first: number[] = []
  for (let round = 0; round <= rounds * 2; round++) first.push(await server.respond(files.smallPdf))
  return { firstMs: median(first.slice(1)), chat: await measureChat(server, files) }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function requireProgram(name: string): void {
  try {
    execFileSync(name, ['-v'], { stdio: 'ignore' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') return
    throw new Error(`The benchmark needs ${name}: install poppler-utils and tesseract-ocr.`, { cause: error })
  }
}
