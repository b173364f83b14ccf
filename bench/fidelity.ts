import type { BenchmarkOptions } from './benchmark-options.ts'
import { type FidelityFile, type FidelityKind, fidelityKinds, listFiles } from './fidelity-files.ts'
import { printPages } from './fidelity-prints.ts'
import { readers, readTruths, type Truth } from './fidelity-readers.ts'
import { fidelityScore, scoredWords } from './fidelity-words.ts'
import { type Row, toRow } from './row.ts'

type ReaderName = keyof typeof readers

const peersByKind: Readonly<Record<FidelityKind, readonly ReaderName[]>> = {
  pdf: ['pdftotext', 'markitdown'],
  docx: ['markitdown'],
  pptx: ['markitdown'],
  xlsx: ['markitdown'],
  odt: [],
  odp: [],
  ods: [],
  epub: ['markitdown'],
  rtf: ['striprtf'],
  eml: [],
  msg: ['markitdown'],
  page: ['Readability + jsdom', 'trafilatura'],
  article: ['Readability + jsdom', 'trafilatura'],
}
/**
 * The expected texts of a program's own tests are its output: there it is always right, and says nothing of the others.
 * It is compared on the other files only.
 */
const authors: Readonly<Partial<Record<ReaderName, RegExp>>> = { 'Readability + jsdom': /^readability\// }
const listedBelow = 0.8

interface Scores {
  readonly failed: number
  readonly byFile: ReadonlyMap<FidelityFile, number>
}

/** Words that survive reading, per kind of file, compared with the programs users would take instead. */
export async function run({ heldOut, kinds }: BenchmarkOptions): Promise<readonly Row[]> {
  const listed = listFiles(heldOut)
  const files = [...listed, ...(await printPages(listed.filter(({ kind }) => kind === 'page')))]
  const rows: Row[] = []
  for (const kind of fidelityKinds) {
    if (kinds.length > 0 && !kinds.includes(kind)) continue
    rows.push(
      ...(await measureKind(
        kind,
        files.filter(file => file.kind === kind),
        heldOut,
      )),
    )
  }
  return rows
}

async function measureKind(
  kind: FidelityKind,
  all: readonly FidelityFile[],
  heldOut: boolean,
): Promise<Row[]> {
  const truths = readTruths(all.map(({ path, expected }) => expected ?? path))
  const wanted = new Map(
    all.flatMap(file => {
      const truth = truths.get(file.expected ?? file.path)
      const hasWords = truth !== undefined && /[\p{L}\p{N}]/u.test(scoredWords(truth.text, kind))
      return hasWords ? [[file, truth] as const] : []
    }),
  )
  if (wanted.size === 0) return []
  const ours = await score(isPage(kind) ? 'our pages' : 'ours', kind, wanted)
  if (!heldOut) listLosses(kind, ours)
  const row = (scores: Scores) => ({
    name: `${kind}, ${scores.byFile.size} files, ${ours.failed} failed`,
    unit: '% F1',
    ours: meanOf(scores.byFile) * 100,
    moreIsBetter: true,
  })
  const peers = peersByKind[kind]
  if (peers.length === 0) return [toRow(row(ours))]
  const rows: Row[] = []
  for (const peer of peers) {
    const compared = new Map([...wanted].filter(([{ name }]) => authors[peer]?.test(name) !== true))
    if (compared.size === 0) continue
    const { byFile, failed } = await score(peer, kind, compared)
    const peerName = failed === 0 ? peer : `${peer}, ${failed} failed`
    const goal = meanOf(byFile) * 100
    rows.push(toRow({ ...row(only(ours, compared)), peer: goal, peerName, goal }))
  }
  return rows
}

function only({ failed, byFile }: Scores, files: ReadonlyMap<FidelityFile, Truth>): Scores {
  return { failed, byFile: new Map([...byFile].filter(([file]) => files.has(file))) }
}

function meanOf(byFile: ReadonlyMap<FidelityFile, number>): number {
  return [...byFile.values()].reduce((sum, each) => sum + each, 0) / byFile.size
}

function isPage(kind: FidelityKind): boolean {
  return kind === 'page' || kind === 'article'
}

async function score(
  reader: ReaderName,
  kind: FidelityKind,
  wanted: ReadonlyMap<FidelityFile, Truth>,
): Promise<Scores> {
  const texts = await readers[reader](Array.from(wanted.keys(), ({ path }) => path))
  const byFile = new Map(
    Array.from(wanted, ([file, truth]) => [file, fidelityScore(texts.get(file.path) ?? '', truth, kind)]),
  )
  const failed = [...wanted.keys()].filter(({ path }) => (texts.get(path) ?? null) === null).length
  return { failed, byFile }
}

function listLosses(kind: FidelityKind, { byFile }: Scores): void {
  const losses = [...byFile].filter(([, value]) => value < listedBelow)
  for (const [{ name }, value] of losses.toSorted(([, one], [, other]) => one - other)) {
    console.log(`${kind}  ${value.toFixed(2)}  ${name}`)
  }
}
