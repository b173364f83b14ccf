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
const listedBelow = 0.8

interface Scores {
  readonly mean: number
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
  const name = `${kind}, ${wanted.size} files, ${ours.failed} failed`
  const row = { name, unit: '% F1', ours: ours.mean * 100, moreIsBetter: true }
  const peers = peersByKind[kind]
  if (peers.length === 0) return [toRow(row)]
  const rows: Row[] = []
  for (const peer of peers) {
    const { mean, failed } = await score(peer, kind, wanted)
    const peerName = failed === 0 ? peer : `${peer}, ${failed} failed`
    rows.push(toRow({ ...row, peer: mean * 100, peerName, goal: mean * 100 }))
  }
  return rows
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
  return { mean: [...byFile.values()].reduce((sum, each) => sum + each, 0) / byFile.size, failed, byFile }
}

function listLosses(kind: FidelityKind, { byFile }: Scores): void {
  const losses = [...byFile].filter(([, value]) => value < listedBelow)
  for (const [{ name }, value] of losses.toSorted(([, one], [, other]) => one - other)) {
    console.log(`${kind}  ${value.toFixed(2)}  ${name}`)
  }
}
