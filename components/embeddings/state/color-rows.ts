import {
  categoriesMax,
  categorySwatch,
  rampSteps,
  rampSwatch,
  type Swatch,
} from '#components/embeddings/scatter/palette.ts'
import type { Cluster } from '#components/embeddings/model/clusters.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { Coloring, ModelColumn } from './viewer-state.ts'

export interface LegendEntry {
  readonly key: string
  readonly label: string
  readonly count: number
  readonly category: number
}

/** Coloring of the points: a category for each row, and the meaning of the categories. */
export interface ColoredRows {
  /** Largest first, or in numeric order. */
  readonly entries: readonly LegendEntry[]
  /** By row. */
  readonly categories: Uint8Array
  readonly swatches: (dark: boolean) => readonly Swatch[]
  /** Steps of a number are spread over the map: unlike groups they have no center for a name. */
  readonly scale: boolean
}

const fidelityBands = ['0–19%', '20–39%', '40–59%', '60–79%', '80–100%']
const notMeasured: Swatch = { color: [150, 150, 150], shape: 'ring' }

export function colorRows(
  rows: readonly TextRow[],
  { clusters, fidelity }: Pick<ModelColumn, 'clusters' | 'fidelity'>,
  coloring: Coloring,
): ColoredRows {
  if (coloring === 'trust' && fidelity.state === 'done') return colorByFidelity(fidelity.result.shares)
  if (coloring === 'cluster' && clusters.state === 'done') {
    const { assignments } = clusters.result
    const names = nameClusters(clusters.result.clusters)
    return colorByName(rows.length, row => names.get(assignments[row] ?? -1) ?? 'no cluster')
  }
  if (coloring === 'group' && rows.some(row => row.group !== null))
    return colorByName(rows.length, row => rows[row]?.group ?? 'no group')
  return colorByName(rows.length, () => 'all texts')
}

/** The words of a cluster; those with the same words are numbered, as the legend lists each one. */
export function nameClusters(
  clusters: readonly Pick<Cluster, 'id' | 'words'>[],
): ReadonlyMap<number, string> {
  const uses = new Map<string, number>()
  return new Map(
    clusters.map(({ id, words }) => {
      const name = words.join(', ') || `Cluster ${id + 1}`
      const use = (uses.get(name) ?? 0) + 1
      uses.set(name, use)
      return [id, use === 1 ? name : `${name} (${use})`]
    }),
  )
}

function colorByName(count: number, nameOf: (row: number) => string): ColoredRows {
  const counts = new Map<string, number>()
  for (let row = 0; row < count; row += 1) {
    const name = nameOf(row)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const names = [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  const kept = names.length <= categoriesMax ? names : names.slice(0, categoriesMax - 1)
  const categoryOf = new Map(kept.map((name, category) => [name, category]))
  const others = count - kept.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
  const entries = kept.map((name, category) => toEntry(name, counts.get(name) ?? 0, category))
  return {
    entries: others === 0 ? entries : [...entries, toEntry('others', others, kept.length)],
    categories: Uint8Array.from({ length: count }, (_, row) => categoryOf.get(nameOf(row)) ?? kept.length),
    swatches: dark =>
      entries.concat(entries.slice(0, 1)).map((_, category) => categorySwatch(category, dark)),
    scale: false,
  }
}

function colorByFidelity(shares: Float32Array): ColoredRows {
  const categories = Uint8Array.from(shares, share =>
    Number.isNaN(share) ? rampSteps : bandOf(share) * 2 + 1,
  )
  const counts = new Uint32Array(rampSteps + 1)
  for (const category of categories) counts[category] = (counts[category] ?? 0) + 1
  const entries = [...fidelityBands, 'not measured'].map((label, band) => {
    const category = band < fidelityBands.length ? band * 2 + 1 : rampSteps
    return toEntry(label, counts[category] ?? 0, category)
  })
  return {
    entries: entries.filter(entry => entry.count > 0),
    categories,
    swatches: () => [...Array.from({ length: rampSteps }, (_, step) => rampSwatch(step)), notMeasured],
    scale: true,
  }
}

function bandOf(share: number): number {
  return Math.min(Math.floor(share * fidelityBands.length), fidelityBands.length - 1)
}

function toEntry(label: string, count: number, category: number): LegendEntry {
  return { key: label, label, count, category }
}
